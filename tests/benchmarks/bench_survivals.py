"""What of marked texts survives in what takes their places, judged without the program's own judgement.

    python tests/benchmarks/bench_survivals.py [CORPUS/dev] [--names 1000] [--show]

The corpus (if given) and the project's foreign reports are released in memory by the shipped policies, every
report a patient of its own; then names made of ordinary words, marked as patients, relatives, other data, user names
and e-mail addresses, in three writings. Of every span is told which of its words (three letters and more), runs of
figures (three and more) and spoken numbers stand in its replacement: folded, whole, and in user names, addresses and
numbers also inside others. Words that nobody owns are in a short list here (`_NOBODYS`), by kind; how often each was
let pass is told as well. In the made-up reports none is let pass. What a policy keeps is its decision and not judged;
of mentions of relatives, words for relatives, numbers and ages may stay and names may not.
"""

from __future__ import annotations

import argparse
import random
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from deid_studio import paths
from deid_studio.errors import DeidError
from deid_studio.formats.brat import parse_ann
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.release.policy import Policy, shipped_policies
from deid_studio.release.released import Releaser

_FOREIGN = Path(__file__).resolve().parents[1] / "foreign"
_FOREIGN_PARTS = ("dev", "second", "held_out")
_TOLD = ("keep", "generalise")
_CODES = frozenset("phone email web number".split())
# The code of a country (ITU-T E.164), which is nobody's, where a number follows.
_COUNTRY = re.compile(
    r"^\W*(?:\+|00)\s?(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
    r"|2[1-69]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[058]\d|9[67]\d|99[2-68])(?=(?:\D*\d){6})"
)
_NUMBER = re.compile(
    r"\b(?:cero|uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w+|vein\w+"
    r"|(?:trei|cuare|cincue|sese|sete|oche|nove)nta|cien|ciento|\w+cient[oa]s|quinient[oa]s|mil)\b"
)
_SPAIN = re.compile(r"^(?:0034|34)(?=\d{9}$)")
# Who the made-up relatives are, which may stay.
_TITLES = "www don viuda viudo vda junior ingeniero ingeniera abogado abogada"
_STRICT = {
    "person": _TITLES,
    "relative": f"{_TITLES} madre padre hermana hijo tia esposa abuelo jubilado fumador",  # what is said of them stays
}
# Kinds of ways that are names elsewhere than at the head: `Calle Estrada`, `Pancho Villa 25`.
_WAYS = frozenset(
    "cl calle av avd avda avenida paseo pso pz pza plaza placa praza ctra crta carretera camino cami cno rua carrer"
    " ronda rda travesia trav via avinguda passeig urb urbanizacion poligono pol barriada bda rambla bulevar boulevard"
    " blvd glorieta cuesta colonia col pasaje pje passatge callejon partida pda carrera cra lugar estrada cortijo villa"
    " andador priv pobl paraje prolongacion".split()
)
_BETWEEN_WAYS = re.compile(r"[\d,;()#\n]|\s[-–—]|[-–—]\s|\b(?:con|y|e|esq|esquina|entre|frente)\b")
_DE_LA_VIUDA = re.compile(r"\bde la (viuda)\b(?!\s+de\b)")
# Of relatives what the lists lack: who they are in other languages, and what is said of them.
_KIN = frozenset(
    "familia familiar familiares parentela concubino concubina ahijado ahijada medio niño nino nina ninos ninas"
    " varon varones mujer mujeres hombre hombres masculino femenina femenino joven jovenes menor menores mayor"
    " mayores pequeno pequena pequenos pequenas soltero soltera casado casada bisnieto bisnieta bisnietos"
    " bisnietas biznieto biznieta biznietos biznietas abuelito abuelita yayo yaya mami papi papas mamas gemelas"
    " vecino vecina amigo amiga cuidador cuidadora companero companera novio novia fill filla fills filles germa"
    " germana germans mare pare avi avia net neta nebot nebots neboda cunyat cunyada marit muller fillo fillos"
    " irma irman irmas pai nai avo avoa neto netos aita ama amatxo semea seme alaba anaia arreba ahizpa neba"
    " emaztea senarra bikotea neska mutil lagun laguna osaba izeba iloba aitona amona sogra sogre sogro xenro"
    " tieta tiet oncle cosi cosina anciano anciana ancianos ancianas bebe viudo viuda adoptado adoptada chico"
    " chica chicos chicas separado separada divorciado divorciada gemelo melliza mellizo invidente fallecido"
    " fallecida difunto difunta hembra recien nacido nacida neonato neonata lactante tutor tutora".split()
)
_EVERYWHERE = "del las los san santa sant van der den dos das"
# Words that say what kind of thing something is, by kind of class.
_NOBODYS = {
    "person": f"{_TITLES} dona doctor doctora",
    "relative": "ano anos anys urte mes meses dia dias semanas edad vida grado miembros sus"
    " primer primera segundo segunda este esta parte con una otro otra"
    " hijo hija hijos hijas hermano hermana hermanos hermanas hno hna hnos hnas hijastro hijastra sobrino sobrina"
    " sobrinos sobrinas nieto nieta nietos nietas primo prima primos primas tio tia tios tias materno materna"
    " paterno paterna novio novia companero companera vecino vecina vecinos amigo amiga amigos cuidador cuidadora"
    f" {_TITLES} jubilado fumador",
    "age": "ano anos anys urte mes meses dia dias semana semanas medio edad vida",
    "date": "lunes martes miercoles jueves viernes sabado domingo vie jue ano anos mes dia dias semana finales"
    " principios mediados enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    " pasado vacaciones puente",
    "street": "calle avda avenida paseo plaza placa praza ctra carretera camino cami cno rua carrer ronda travesia via"
    " avinguda passeig pso pza crta rda urb poligono pol urbanizacion barriada bda edif edificio casa bloque portal"
    " escalera esc piso puerta pta bajo bajos planta izquierda izda izq derecha dcha der principal local nave parcela"
    " rambla avd bulevar glorieta cuesta trav colonia col boulevard blvd pasaje passatge callejon partida pda vivienda"
    " pje apto interior int ext entlo numero bis"
    " lugar kalea etorbidea auzoa behea baixos entresol estrada cortijo villa andador carrera"
    " cra dto zona sur priv pobl pasealekua paraje prolongacion",
    "centre": "hospital hosp universitario universitari universitaria hospitalario hospitalaria complejo complexo"
    " general clinico clinica fundacion centro centre salud salut regional provincial comarcal consultorio ambulatorio"
    " policlinico policlinica sanatorio cap alta especialidades infantil materno nacional central instituto militar"
    " forense universidad fundacio cesfam puesto",
    "institution": "instituto institut universidad universitat facultad escuela medicina salud salut servicio centro"
    " centros nacional legal clinica universitario universitaria fundacion fundacio asociacion mutua juzgado area"
    " ayuntamiento residencia laboratorio colegio gerencia atencion infantil guarderia conselleria banco forense"
    " central para ceip ies cooperativa seguros ltda"
    # What an institution is stays, and so does a public body, which each town has.
    " alcaldia diputacion consulado ajuntament inspeccion trabajo oficina empleo seguridad social instruccion guardia"
    " policia local bomberos camara estacion club cofradia pozo mina astilleros conservas transportes farmacia"
    " cafeteria bar hotel camping casa ikastola",
    "number": "residente ano raza etnia piel cabello",
    "other": "raza origen",
    "email": "example",
    "web": "example www http https",
    "phone": "ext anexo",
}


@dataclass
class Figures:
    """What was judged of one policy's release: spans, those whose words and figures survive, words let pass by kind."""

    spans: int = 0
    kept: int = 0
    tagged: int = 0
    refused: int = 0
    survivals: list[tuple[str, str, str, str]] = field(default_factory=list)
    passed: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--names", type=int, default=1000)
    parser.add_argument("--show", action="store_true", help="show the texts of what survives, and what was let pass")
    args = parser.parse_args()
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    parts = {} if args.folder is None else {args.folder.name: reports_in(args.folder)}
    parts |= {f"foreign {part}": reports_in(_FOREIGN / part) for part in _FOREIGN_PARTS}
    made = made_reports(args.names, random.Random(0))
    for policy in shipped_policies():
        for name, docs in parts.items():
            tell(policy, name, judged(docs, policy, tagset), args.show)
        tell(policy, f"{args.names} names of ordinary words", judged(made, policy, tagset, strict=True), args.show)


def tell(policy: Policy, name: str, found: Figures, show: bool) -> None:
    print(
        f"{policy.name}, {name}: {found.spans} spans judged ({found.kept} kept or generalised by the policy),"
        f" {found.tagged} class tags, {len(found.survivals)} survivals, {found.refused} reports refused"
    )
    for kind, own, instead, why in found.survivals if show else ():
        print(f"    {kind}: {own!r} became {instead!r}: {why}")
    for kind, words in sorted(found.passed.items()) if show else ():
        print(f"    let pass in {kind}: {', '.join(f'{word} {count}' for word, count in words.most_common())}")


def reports_in(folder: Path) -> list[Document]:
    """The annotated reports of a folder."""
    found = []
    for path in sorted(folder.rglob("*.txt")):
        text = path.read_bytes().decode()
        ann = path.with_suffix(".ann")
        found.append(Document(path.stem, text, tuple(parse_ann(ann.read_bytes(), text, ann).spans)))
    return found


def judged(docs: Iterable[Document], policy: Policy, tagset: TagSet, strict: bool = False) -> Figures:
    """The release of some reports, judged; `strict`: hardly a word is nobody's."""
    found = Figures()
    docs, kin = list(docs), kin_words()
    releaser = Releaser(docs, policy, tagset, b"s" * 32)
    for doc in docs:
        try:
            released = releaser.release(doc)
        except DeidError:
            found.refused += 1
            continue
        for one in released.replacements:
            own = doc.text[one.place.start : one.place.end]
            kind = tagset[one.place.phi_class].kind
            found.spans += 1
            if one.way.value in _TOLD and kind != "relative":
                found.kept += 1
                continue
            tagged = one.instead.startswith("[**")
            found.tagged += tagged
            # The class of a tag is the same whatever it stands for; its number is looked at.
            instead = re.sub(r"\[\*\*[^\d\]]*", "", one.instead) if tagged else one.instead
            left, in_name = surviving(own, instead, kind), of_name(own, instead, kind, kin)
            for why in left:
                nobodys = _STRICT.get(kind, "www don") if strict else f"{_NOBODYS.get(kind, '')} {_EVERYWHERE}"
                if why not in in_name and (
                    why in nobodys.split() or (kind == "relative" and not strict and why in kin)
                ):
                    found.passed[kind][why] += 1
                else:
                    found.survivals.append((kind, own, one.instead, why))
    return found


def surviving(own: str, instead: str, kind: str) -> list[str]:
    """The words, figures and number words of a text that stand in another."""
    old, new = plain(own), plain(instead)
    if kind == "phone":
        old, new = _COUNTRY.sub("", old), _COUNTRY.sub("", new)
    words, there = (set(re.findall(r"[^\W\d_]{3,}", text)) for text in (old, new))
    letters = [re.sub(r"[^a-z]", "", part) for part in re.split(r"[@./\s]+", new)]
    counted = kind in ("date", "age", "relative")
    found = [
        word
        for word in words
        if not (counted and _NUMBER.fullmatch(word))
        and (word in there or (kind in _CODES and len(word) > 3 and any(word in one for one in letters)))
    ]
    if kind in _CODES:
        # Without Spain's prefix, which is nobody's.
        runs, others = (
            [_SPAIN.sub("", re.sub(r"\D", "", part)) for part in re.split(r"[a-z]+", text)] for text in (old, new)
        )
        bits = {run[at : at + 3] for run in runs for at in range(len(run) - 2)}
        found += [bit for bit in bits if any(bit in other for other in others)]
    else:
        found += [run for run in re.findall(r"\d{3,}", old) if run in re.findall(r"\d{3,}", new)]
    # There a number in words counts as a whole: `dos mil catorce` is not `dos mil doce`. Relatives may be as many.
    said, said_there = (" ".join(_NUMBER.findall(text)) for text in (old, new))
    return found + ([said] if said == said_there and said not in ("", "un", "uno") and kind in ("date", "age") else [])


def of_name(own: str, instead: str, kind: str, kin: set[str]) -> set[str]:
    """Words that are nobody's elsewhere and here somebody's, where they stand: `Calle Estrada`, `Luis de la Viuda`."""
    old, new = (re.findall(r"[^\W\d_]+|[^\s\w.]", plain(text)) for text in (own, instead))
    everywhere = _EVERYWHERE.split()
    if kind in ("centre", "institution"):
        # A name of words of kind alone: the first may stay.
        return set(old[1:]).difference(everywhere) if set(old) <= set(new) else set()
    if kind == "street":
        found = []
        for piece in _BETWEEN_WAYS.split(re.sub(r"^c\b|\bc(?=/)", "calle", plain(own))):
            words = [word for word in re.findall(r"[a-z]+", piece) if len(word) > 2 and word not in everywhere]
            found += [word for at, word in enumerate(words) if at and (word in _WAYS or words[at - 1] in _WAYS)]
    elif kind in ("person", "relative"):
        found = _DE_LA_VIUDA.findall(plain(own))
        heads = {*_NOBODYS[kind].split(), *everywhere, "dra", "sra", "ing", "lic", "abg"}
        heads |= kin if kind == "relative" else set()
        for before, word, after in zip(["", *old], old, [*old[1:], ""], strict=False):
            behind, ahead = (one.isalpha() and len(one) > 2 and one not in heads for one in (before, after))
            if word in ("viuda", "viudo"):
                is_name = after not in ("de", "del", "d") and (behind or before in ("dr", "dra"))
            elif word == "junior":
                is_name = after.isalpha() or not behind
            else:
                is_name = word in _NOBODYS["person"].split() and behind and (ahead or (kind == "person" and not after))
            found += [word] if is_name else []
    else:
        return set()
    # As often as it is nobody's in the one it may stand in the other.
    return {word for word in found if new.count(word) > old.count(word) - found.count(word)}


def plain(text: str) -> str:
    """A text in small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def made_reports(count: int, chance: random.Random) -> list[Document]:
    """Reports of people whose names are ordinary words: each name once in every place that a report has for names."""
    words, kin_and_numbers = ordinary_words(), kin_words()
    docs = []
    for number in range(count):
        first, second, third = chance.sample(words, 3)
        # As a relative's name a word for relatives is one, for all that anybody can see.
        mother, aunt, other = chance.sample([word for word in words if word not in kin_and_numbers], 3)
        hers = f"{mother} {aunt} {other}"
        write = (str.title, str.upper, str.lower)[number % 3]
        name = write(f"{first} {second} {third}")
        kin = chance.choice(("madre", "padre", "hermana", "hijo", "tía", "su padre, don", "esposa", "abuelo"))
        whole = (f"{first} {second} {third}", *(f"{one[0]}{two}" for one, two in ((first, second), (second, third))))
        pieces = [
            ("Paciente: ", name, "NOMBRE_SUJETO_ASISTENCIA"),
            ("\nFirma: ", write(f"Dr. {third} {first}"), "NOMBRE_PERSONAL_SANITARIO"),
            ("\nAcude con ", f"{kin} {write(hers)}", "FAMILIARES_SUJETO_ASISTENCIA"),
            ("\nVive con ", write(f"{aunt} {other}"), "FAMILIARES_SUJETO_ASISTENCIA"),
            ("\nTambién ", write(other), "FAMILIARES_SUJETO_ASISTENCIA"),
            ("\nLo llaman ", write(f"{third} {second}"), "OTROS_SUJETO_ASISTENCIA"),
            ("\nAlias ", write(first), "OTROS_SUJETO_ASISTENCIA"),
            ("\nUsuario ", f"{plain(whole[1])}{chance.randint(0, 99):02d}", "ID_EMPLEO_PERSONAL_SANITARIO"),
            ("\nCuenta ", plain(f"{first}_{second}"), "ID_EMPLEO_PERSONAL_SANITARIO"),
            ("\nCorreo: ", plain(f"{whole[2]}@{first}.es"), "CORREO_ELECTRONICO"),
            ("\nWeb: ", plain(f"www.{first}{second}.es/{third}"), "URL_WEB"),
        ]
        text, spans = "", []
        for before, own, phi_class in pieces:
            text += before
            spans.append(Span(len(text), len(text) + len(own), phi_class))
            text += own
        docs.append(Document(f"made-{number:04d}", text, tuple(spans)))
    return docs


def kin_words() -> set[str]:
    """Words for relatives, what is said of them, and how old and how many they are."""
    lists = paths.resources() / "gazetteers" / "lists"
    tables = "kinship kinship_side age_words number_words"
    lines = (line for name in tables.split() for line in lines_of(lists / f"{name}.txt"))
    return {plain(word) for line in lines for word in line.split()} | _KIN


def ordinary_words() -> list[str]:
    """Words of everyday Spanish that are names as well, and all that tables of kin, ages, sexes and trades know."""
    lists = paths.resources() / "gazetteers"
    common = set((paths.resources() / "vocabulary" / "common_words.txt").read_text(encoding="utf-8").split())
    known = [path for path in (lists / "libraries").glob("*.txt") if "name" in path.stem]
    names = {plain(line.split("\t")[0]) for path in known for line in lines_of(path)}
    tables = "kinship kinship_side age_words sex_words population_groups professions seasons other_subject_words"
    entries = (line for table in tables.split() for line in lines_of(lists / "lists" / f"{table}.txt"))
    words = {plain(word) for entry in entries for word in entry.split()}
    words |= names & common
    # What heads a name or a description is none of it: forms of address, kin, `raza`, `religion`.
    heads = {plain(word) for word in "doña señor señora doctor doctora profesor profesora enfermero enfermera".split()}
    heads |= {one + end for one in ("hij", "hijastr", "herman", "hn") for end in ("o", "a", "os", "as")}
    return sorted(word for word in words - heads - {"raza", "etnia", "religion"} if len(word) > 3 and word.isalpha())


def lines_of(path: Path) -> list[str]:
    """The entries of a list."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "kind:"))]


if __name__ == "__main__":
    main()
