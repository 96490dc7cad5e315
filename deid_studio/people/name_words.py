"""Name words: abbreviations and short forms of names, and the words around a name that show that it is one.

All are folded (lower case, no accents).
"""

from __future__ import annotations

PARTICLES = frozenset("de del la las el los y e i da do dos das di van von der den san santa sant".split())

TITLES = frozenset(
    "d da na dna dona don sr sra srta sres senor senora senorita dr dra drs dres doctor doctora doctores prof profesor"
    " profesora lic licenciado licenciada due enf enfermero enfermera mr mrs ms sor fray padre tio tia".split()
)
# Words that a name follows, with a colon or without.
LABELS = frozenset(
    "nombre nombres apellido apellidos paciente pacientes pte pcte name surname cliente interesado interesada usuario"
    " usuaria titular firmado fdo firma llamado llamada nino nina enfermo enferma iniciales identificado identificada"
    " medico facultativo responsable remitente solicitante avisa avisado informado familiar acompanante tutor tutora"
    " contacto cuidador cuidadora representante".split()
)
KINSHIP = frozenset(
    "madre padre hijo hija hermano hermana esposo esposa marido mujer pareja abuelo abuela nieto nieta tio tia primo"
    " prima sobrino sobrina suegro suegra yerno nuera cunado cunada mama papa novio novia viudo viuda".split()
)
# What a person does in a report: the capitalised word before it is whoever does it.
PERSON_VERBS = frozenset(
    "refiere acude niega ingresa precisa consulta solicita firma autoriza consiente comenta vive acompana explica"
    " manifiesta relata reconsulta rechaza acepta entiende llama llamo acudio refirio nego ingreso fallece"
    " fallecio".split()
)
# Words that begin a sentence and that a person's name may follow at once, a thing's seldom without an article.
BEFORE_PERSONS = frozenset(
    "segun ayer hoy fue es con por para a ante tras entonces manana anoche aunque como cuando desde mientras si tambien"
    " ademas finalmente actualmente hablo hablamos vimos dijo dice aviso avisamos cito citamos".split()
)
EPONYM_CUES = frozenset(
    "sindrome enfermedad escala signo test indice maniobra tecnica clasificacion criterios criterio score celulas"
    " celula cuerpos sonda cateter prueba tincion metodo operacion reflejo fenomeno tumor triangulo ligamento"
    " linea fractura incision pinza aguja virus bacilo quiste hernia nodulo nodulos mal atrofia ataxia tetralogia"
    " anomalia formula protesis ganglio glandula glandulas tubulo asa capsula espacio punto gradacion grado"
    " estadio cirugia procedimiento esofago ulcera placas cuestionario drenaje intervencion tipo region area"
    " anillo arteria".split()
)

_ABBREVIATIONS = {
    "maria": "mª ma mra mria",
    "francisco": "fco fcº frco franco fsco",
    "francisca": "fca fcª",
    "antonio": "ant antº anto",
    "antonia": "antª",
    "jose": "jse js",
    "josefa": "jfa",
    "manuel": "mnl man",
    "juan": "jn",
    "concepcion": "conc concep",
    "ascension": "asc",
    "encarnacion": "encarna enc",
    "dolores": "dol",
    "mercedes": "merc",
    "rosario": "ros",
    "carmen": "cmen carm",
    "rodriguez": "rguez rdguez rodgz rgez rdgz rdrguez rodrig",
    "fernandez": "fdez fdz fernz fz fndez fernd",
    "hernandez": "hdez hdz hernz hndez",
    "gonzalez": "glez gzlez gonzlz gnzlez gzalez glz",
    "martinez": "mtnez mtez mnez martz mrtnez mtz",
    "sanchez": "schez sz snchez schz sanch",
    "perez": "pz prz pez",
    "lopez": "lpz lpez lz",
    "garcia": "gª gcia gcª gª gca",
    "gutierrez": "gtez gtrez gutz gtrrez",
    "dominguez": "dguez dmguez domguez",
    "jimenez": "jmnez jmez jnez jimnz jez",
    "gimenez": "gmnez gmez",
    "alvarez": "alvz avz alvrez",
    "vazquez": "vzquez vzqz vqz",
    "ramirez": "rmrez rmz ramz",
    "gomez": "gmz gz",
    "diaz": "dz",
    "ruiz": "rz",
    "alonso": "also",
    "navarro": "nvrro",
    "moreno": "mno",
}
_SHORT_FORMS = {
    "francisco": "paco pacho pancho curro fran kiko francis",
    "francisca": "paca paqui paquita fran",
    "jose": "pepe pepito pep",
    "josefa": "pepa pepi fina",
    "maria": "mari marieta maruja",
    "dolores": "lola loli",
    "concepcion": "concha conchi conchita",
    "consuelo": "chelo",
    "mercedes": "merche",
    "rosario": "charo",
    "ignacio": "nacho",
    "enrique": "quique kike",
    "manuel": "manolo manu manel",
    "manuela": "manoli manola",
    "antonio": "toni tono antonito",
    "antonia": "tona tonia",
    "eduardo": "edu",
    "fernando": "fer nando",
    "guillermo": "guille willy",
    "isabel": "isa",
    "jesus": "chus suso",
    "alejandro": "alex ale jandro",
    "alejandra": "alex ale",
    "cristina": "cris",
    "daniel": "dani",
    "gregorio": "goyo",
    "joaquin": "quino ximo",
    "javier": "javi xavi",
    "luis": "lucho",
    "montserrat": "montse",
    "pilar": "pili",
    "rafael": "rafa",
    "ricardo": "richi",
    "roberto": "beto rober",
    "santiago": "santi",
    "sebastian": "sebas",
    "susana": "susi",
    "teresa": "tere teresita",
    "vicente": "vicen chente",
    "encarnacion": "encarna encarni",
    "inmaculada": "inma",
    "esperanza": "espe",
    "carmen": "menchu carmela carmina",
    "ana": "anita",
    "juan": "juanito juancho",
    "juana": "juani juanita",
    "miguel": "migue",
    "pedro": "perico",
    "milagros": "mila",
    "beatriz": "bea",
    "patricia": "patri",
    "victoria": "vicky",
    "salvador": "salva",
    "agustin": "tin",
    "asuncion": "asun",
    "remedios": "reme",
    "trinidad": "trini",
    "soledad": "sole",
    "catalina": "cata",
    "margarita": "marga",
    "magdalena": "magda",
}
ABBREVIATED: dict[str, tuple[str, ...]] = {name: tuple(forms.split()) for name, forms in _ABBREVIATIONS.items()}
SHORTENED: dict[str, tuple[str, ...]] = {name: tuple(forms.split()) for name, forms in _SHORT_FORMS.items()}
WRITTEN_OUT: dict[str, str] = {form: name for name, forms in ABBREVIATED.items() for form in forms}
