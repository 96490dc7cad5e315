from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.tokens import tokenizer


def labels(line: str) -> list[tuple[str, str]]:
    found = tokenizer().lines(line)[0]
    return [(f.label, " ".join(found.words[f.colon + 1 : f.end])) for f in fields(found)]


def kinds(text: str) -> list[str]:
    lines = tokenizer().lines(text)
    return [kind.value[0] for kind in sections(lines, [fields(line) for line in lines])]


def test_fields_of_one_line() -> None:
    assert labels("Nombre: Ana María.") == [("nombre", "Ana María .")]
    assert labels("  Nombre y apellidos : Ana") == [("nombre y apellidos", "Ana")]
    assert labels("Edad: 36 años Sexo: M.") == [("edad", "36 años"), ("sexo", "M .")]
    assert labels("Médico: Eva Gil  NºCol: 28 28 1.") == [("medico", "Eva Gil"), ("nº col", "28 28 1 .")]
    assert labels("Fecha de nacimiento: 1/2/1950") == [("fecha de nacimiento", "1 / 2 / 1950")]
    assert labels("Remitido por: Eva Gil. Correo electrónico: e@x.example")[1][0] == "correo electronico"
    assert labels("Sin campos, solo texto.") == []
    assert labels(": : :") == []


def test_header_body_and_footer() -> None:
    text = (
        "Nombre: Ana.\nApellidos: Gil.\nNHC: 12.\nEdad: 40 años Sexo: M.\n"
        "Motivo de consulta: " + "acude por dolor abdominal de varios días de evolución " * 6 + "\n"
        "Buena evolución.\nResponsable clínico: Dra. Eva Luz. Hospital del Mar. Correo: eva@mar.example"
    )
    assert kinds(text) == ["h", "h", "h", "h", "b", "b", "f"]


def test_a_report_without_layout_is_all_body() -> None:
    assert kinds("Acude por tos.\nRefiere fiebre desde hace dos días.\nSe pauta paracetamol.") == ["b", "b", "b"]
    assert kinds("") == []


def test_section_values_are_words() -> None:
    assert [section.value for section in Section] == ["header", "body", "footer"]
