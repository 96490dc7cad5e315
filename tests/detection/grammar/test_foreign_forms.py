"""The shipped grammar on forms of hospitals everywhere: labels, letters, notes, addresses, dates, numbers, as people
write them anywhere (all invented)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Found = Callable[[str], set[tuple[str, str]]]


@pytest.mark.parametrize(
    ("text", "phi_class", "span"),
    [
        ("Isapre: Cruz Andina\nRUN 12.345.678-5", "INSTITUCION", "Cruz Andina"),
        ("Prepaga: Medisur Plan 210   N.º socio 44120", "INSTITUCION", "Medisur"),
        ("ASEGURADORA\nVida Plena Seguros\n", "INSTITUCION", "Vida Plena Seguros"),
        ("Financiador | Mutual Ferroviaria del Sur |", "INSTITUCION", "Mutual Ferroviaria del Sur"),
        ("Vive en la Residencia Ntra. Sra. de la Peña.", "INSTITUCION", "Residencia Ntra. Sra. de la Peña"),
        ("del Colegio Sta. Mª de la Cabeza", "INSTITUCION", "Colegio Sta. Mª de la Cabeza"),
        ("Viene de la Clínica Sto. Domingo", "HOSPITAL", "Clínica Sto. Domingo"),
        ("Trabaja en Talleres Urdaneta desde 2011.", "INSTITUCION", "Talleres Urdaneta"),
        ("estudia 4.º de primaria en el CEIP Miguel Hernández", "INSTITUCION", "CEIP Miguel Hernández"),
        ("Alumna del IES Sierra Mágina", "INSTITUCION", "IES Sierra Mágina"),
        ("cursa segundo en el colegio Santa Engracia", "INSTITUCION", "Santa Engracia"),
        ("Mutua: Activa Laboral", "INSTITUCION", "Activa Laboral"),
        ("Empresa: Hormigones Valdivia", "INSTITUCION", "Hormigones Valdivia"),
        ("Profesión: delineante", "PROFESION", "delineante"),
        ("Ocupación   maquinista de tren   Tel. 612 334 455", "PROFESION", "maquinista de tren"),
        ("Varón de 58 años, camionero, fumador", "PROFESION", "camionero"),
        ("Fue minero en su juventud", "PROFESION", "minero"),
        ("Jubilada (modista). Vive sola.", "PROFESION", "modista"),
        ("trabaja como auxiliar de geriatría", "PROFESION", "auxiliar de geriatría"),
        ("trabaja de catadora de quesos en casa", "PROFESION", "catadora de quesos"),
        ("es técnica de laboratorio", "PROFESION", "técnica de laboratorio"),
        ("Su hermana, farmacéutica, lo acompaña", "PROFESION", "farmacéutica"),
        ("PROFESION: PEON CAMINERO", "PROFESION", "PEON CAMINERO"),
        ("Antecedentes laborales: encofrador durante 20 años", "PROFESION", "encofrador"),
        ("Puesto de trabajo: cajera", "PROFESION", "cajera"),
        ("Mujer, 33 años, empleada de hogar", "PROFESION", "empleada de hogar"),
        ("Vive con su compañera Rosaura", "FAMILIARES_SUJETO_ASISTENCIA", "Rosaura"),
        ("Acompañante: Leticia Domínguez Paz (tía)", "FAMILIARES_SUJETO_ASISTENCIA", "Leticia Domínguez Paz"),
        ("Parentesco: concubina", "FAMILIARES_SUJETO_ASISTENCIA", "concubina"),
        ("Madre fallecida a los 71 de ictus", "FAMILIARES_SUJETO_ASISTENCIA", "71"),
        ("su nieta Begoña, 22, la cuida", "FAMILIARES_SUJETO_ASISTENCIA", "22"),
        ("Persona de contacto: Julián (yerno) 600 112 233", "FAMILIARES_SUJETO_ASISTENCIA", "yerno"),
        ("cuatro bisnietos y una tataranieta", "FAMILIARES_SUJETO_ASISTENCIA", "cuatro bisnietos"),
        ("Viu amb la seva germana i dos fills", "FAMILIARES_SUJETO_ASISTENCIA", "germana"),
        ("vive coa súa irmá e dous fillos", "FAMILIARES_SUJETO_ASISTENCIA", "irmá"),
        ("hna con DM, hno sano", "FAMILIARES_SUJETO_ASISTENCIA", "hna"),
        ('"user":{"name":"rquispec","full_name":"Quispe"', "ID_EMPLEO_PERSONAL_SANITARIO", "rquispec"),
        ("A filha, D. Graça, telefonou", "FAMILIARES_SUJETO_ASISTENCIA", "filha"),
        ("ligou-me a sua irmã e o genro", "FAMILIARES_SUJETO_ASISTENCIA", "irmã"),
        ("Her mother-in-law lives here", "FAMILIARES_SUJETO_ASISTENCIA", "mother-in-law"),
        ("Mon pare va venir", "FAMILIARES_SUJETO_ASISTENCIA", "pare"),
        ("ho diu la seva dona", "FAMILIARES_SUJETO_ASISTENCIA", "dona"),
        ("zakurrak hozka egin zion bilobari", "FAMILIARES_SUJETO_ASISTENCIA", "bilobari"),
        ("Data: quarta-feira, 5 de março de 2025", "FECHAS", "5 de março de 2025"),
        ("consulta na sexta-feira", "FECHAS", "sexta-feira"),
        ("Avisada la cuñada de su hijo", "FAMILIARES_SUJETO_ASISTENCIA", "cuñada de su hijo"),
        ("Edad: 7 a 3 m", "EDAD_SUJETO_ASISTENCIA", "7 a 3 m"),
        ("Edad 45 Años 2 Meses 10 Días", "EDAD_SUJETO_ASISTENCIA", "45 Años 2 Meses"),
        ("Edad/Sexo: 63/F", "EDAD_SUJETO_ASISTENCIA", "63"),
        ("EDAD | 71 a |", "EDAD_SUJETO_ASISTENCIA", "71 a"),
        ("RN de 52 h de vida", "EDAD_SUJETO_ASISTENCIA", "52 h"),
        ("M 045Y", "EDAD_SUJETO_ASISTENCIA", "045Y"),
        ("A sus noventa y dos años sigue activa", "EDAD_SUJETO_ASISTENCIA", "noventa y dos años"),
        ("diabético desde los 35, hipertenso", "EDAD_SUJETO_ASISTENCIA", "35"),
        ("Mujer de cincuenta y tres años", "EDAD_SUJETO_ASISTENCIA", "cincuenta y tres años"),
        ("Adina: 47 urte", "EDAD_SUJETO_ASISTENCIA", "47 urte"),
        ("V 66a. Dolor torácico", "EDAD_SUJETO_ASISTENCIA", "66a"),
        ("Home de 71 anys", "SEXO_SUJETO_ASISTENCIA", "Home"),
        ("Sexua: Emakumea", "SEXO_SUJETO_ASISTENCIA", "Emakumea"),
        ("Xénero: muller", "SEXO_SUJETO_ASISTENCIA", "muller"),
        ("D./Dña. RAMONA IRIARTE SOLANA, con DNI 11223344B", "NOMBRE_SUJETO_ASISTENCIA", "RAMONA IRIARTE SOLANA"),
        ("Don/Doña Elías Monterde Lapuente, mayor de edad", "NOMBRE_SUJETO_ASISTENCIA", "Elías Monterde Lapuente"),
        ("Apellido paterno: Quilaqueo   Apellido materno: Antileo", "NOMBRE_SUJETO_ASISTENCIA", "Quilaqueo"),
        ("Primer apellido: Arizmendi\nSegundo apellido: Goñi", "NOMBRE_SUJETO_ASISTENCIA", "Arizmendi"),
        ("OTXOTORENA ZUBILLAGA, MAIDER   F   34", "NOMBRE_SUJETO_ASISTENCIA", "OTXOTORENA ZUBILLAGA"),
        ("conocido como «Chano»", "NOMBRE_SUJETO_ASISTENCIA", "Chano"),
        ('Paciente: Evelio Tarancón ("Lito")', "NOMBRE_SUJETO_ASISTENCIA", "Lito"),
        ("Comenta la enfermera Maruja que cena poco", "NOMBRE_PERSONAL_SANITARIO", "Maruja"),
        ("Avisado el residente Iker", "NOMBRE_PERSONAL_SANITARIO", "Iker"),
        ("se comenta con trabajadora social Pepa", "NOMBRE_PERSONAL_SANITARIO", "Pepa"),
        ("Aux. Paqui", "NOMBRE_PERSONAL_SANITARIO", "Paqui"),
        ("T. Ferrándiz (anestesia)", "NOMBRE_PERSONAL_SANITARIO", "T. Ferrándiz"),
        ("Firmado: J. M. Arriaga", "NOMBRE_PERSONAL_SANITARIO", "J. M. Arriaga"),
        ("Cirujano: ARANZADI / Ayudante: SOTILLO", "NOMBRE_PERSONAL_SANITARIO", "ARANZADI"),
        ("Médico tratante: Dr. Hernán Pizarro Leal", "NOMBRE_PERSONAL_SANITARIO", "Hernán Pizarro Leal"),
        ("Kinesiólogo: Matías Ferreyra", "NOMBRE_PERSONAL_SANITARIO", "Matías Ferreyra"),
        ("Atentamente,\nDra. Nuria Vall-llobera", "NOMBRE_PERSONAL_SANITARIO", "Nuria Vall-llobera"),
        ("en la vereda El Guayabo", "TERRITORIO", "El Guayabo"),
        ("Comuna: Ñuñoa", "TERRITORIO", "Ñuñoa"),
        ("Pedanía de Alquerías Bajas", "TERRITORIO", "Alquerías Bajas"),
        ("Corregimiento San Mateo, municipio Tibasosa", "TERRITORIO", "Tibasosa"),
        ("nacida en Hualqui y criada en Tomé", "TERRITORIO", "Hualqui"),
        ("Natural de Brañuelas (León)", "TERRITORIO", "Brañuelas"),
        ("Partido: General Pueyrredón", "TERRITORIO", "General Pueyrredón"),
        ("Dirección: Jr. Los Sauces 455, Dpto. 302", "CALLE", "Jr. Los Sauces 455, Dpto. 302"),
        ("vive en Cra 15 # 88-64 Apto 201", "CALLE", "Cra 15 # 88-64 Apto 201"),
        ("Domicili: Carrer Major, 14, baixos", "CALLE", "Carrer Major, 14"),
        ("Calle 45 No. 23-11, barrio Palermo", "CALLE", "Calle 45 No. 23-11"),
        ("accidente en la N-340 km 1053", "CALLE", "N-340 km 1053"),
        ("Bv. San Juan 870, 4º C", "CALLE", "Bv. San Juan 870, 4º C"),
        ("Mz. C Lt. 7, Fracc. Las Brisas", "CALLE", "Mz. C Lt. 7"),
        ("CESFAM Violeta Parra", "CENTRO_SALUD", "CESFAM Violeta Parra"),
        ("UMF No. 34", "CENTRO_SALUD", "UMF No. 34"),
        ("acude al CAP Sant Roc", "CENTRO_SALUD", "CAP Sant Roc"),
        ("Azpeitiko Osasun Zentroa", "CENTRO_SALUD", "Azpeitiko Osasun Zentroa"),
        ("Posta Rural Quebrada Honda", "CENTRO_SALUD", "Posta Rural Quebrada Honda"),
        ("PAC de Burela", "CENTRO_SALUD", "PAC de Burela"),
        ("consultorio local de Yunquera", "CENTRO_SALUD", "consultorio local de Yunquera"),
        ("trasladada al H. Valle Hondo", "HOSPITAL", "H. Valle Hondo"),
        ("derivo a HUCA", "HOSPITAL", "HUCA"),
        ("ingreso previo en el hospital de la sierra baja en 2020", "HOSPITAL", "hospital de la sierra baja"),
        ("Basurtuko Unibertsitate Ospitalea", "HOSPITAL", "Basurtuko Unibertsitate Ospitalea"),
        ("Clínica Maternal del Plata, internación", "INSTITUCION", "Clínica Maternal del Plata"),
        ("DNI: 44 555 666-K", "ID_SUJETO_ASISTENCIA", "44 555 666-K"),
        ("NIE Y 1234567 Z", "ID_SUJETO_ASISTENCIA", "Y 1234567 Z"),
        ("C.C. 52.334.118 de Cali", "ID_SUJETO_ASISTENCIA", "52.334.118"),
        ("DNI N° 28.445.102", "ID_SUJETO_ASISTENCIA", "28.445.102"),
        ("RUN: 9.876.543-3", "ID_SUJETO_ASISTENCIA", "9.876.543-3"),
        ("Pasaporte AB1234567", "ID_SUJETO_ASISTENCIA", "AB1234567"),
        ("H.C. N.º 20-33481", "ID_SUJETO_ASISTENCIA", "20-33481"),
        ("Ficha clínica N° 118220", "ID_SUJETO_ASISTENCIA", "118220"),
        ("matrícula 3321 LBC", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "3321 LBC"),
        ("conducía un turismo B-4410-WX", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "B-4410-WX"),
        ("placas JKL-45-12", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "JKL-45-12"),
        ("la moto, patente A052KLM", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "A052KLM"),
        ("impreso desde 192.168.4.21", "DIREC_PROT_INTERNET", "192.168.4.21"),
        ("busca 7712", "NUMERO_TELEFONO", "7712"),
        ("interno 4417", "NUMERO_TELEFONO", "4417"),
        ("usuario: mlopez03", "ID_EMPLEO_PERSONAL_SANITARIO", "mlopez03"),
        ("M.P. 8.442", "ID_TITULACION_PERSONAL_SANITARIO", "8.442"),
        ("Céd. Prof. 4451230", "ID_TITULACION_PERSONAL_SANITARIO", "4451230"),
        ("CMP 55121", "ID_TITULACION_PERSONAL_SANITARIO", "55121"),
        ("próxima cita jue 14", "FECHAS", "jue 14"),
        ("ingresada del 3 al 9 de marzo", "FECHAS", "3"),
        ("los días 2, 9 y 16 de mayo", "FECHAS", "9"),
        ("en la madrugada del 22", "FECHAS", "22"),
        ("operado en dic 23", "FECHAS", "dic 23"),
        ("volvió en Semana Santa", "FECHAS", "Semana Santa"),
        ("tras el puente del Pilar", "FECHAS", "Pilar"),
        ("control 14-03", "FECHAS", "14-03"),
        ("IQ 18/12", "FECHAS", "18/12"),
        ("2024ko martxoaren 5ean", "FECHAS", "2024ko martxoaren 5ean"),
        ("15 de xullo de 2023", "FECHAS", "15 de xullo de 2023"),
        ("el 3 de gener", "FECHAS", "3 de gener"),
        ("por Reyes volvió a fumar", "FECHAS", "Reyes"),
        ("Paciente quechua, pastora", "ID_SUJETO_ASISTENCIA", "quechua"),
        ("Religión: adventista", "ID_SUJETO_ASISTENCIA", "adventista"),
        ("mujer lesbiana, convive con su pareja", "ID_SUJETO_ASISTENCIA", "lesbiana"),
        ("es testigo de Jehová", "ID_SUJETO_ASISTENCIA", "testigo de Jehová"),
        ("N.º de póliza: 88-4471-2", "NUMERO_BENEF_PLAN_SALUD", "88-4471-2"),
        ("Atestado 233/24 de la Policía Local", "OTRO_NUMERO_IDENTIF", "233/24"),
        ("Expte. SS-2201/24", "OTRO_NUMERO_IDENTIF", "SS-2201/24"),
        ("Hola Pep, te cuento", "NOMBRE_PERSONAL_SANITARIO", "Pep"),
        ("2 hijas (8 y 11 a)", "FAMILIARES_SUJETO_ASISTENCIA", "11 a"),
        ("su vecina Amparo la acompaña", "OTROS_SUJETO_ASISTENCIA", "Amparo"),
        ("pac: ZUMÁRRAGA OTERO MIREN IZASKUN    42a F", "NOMBRE_SUJETO_ASISTENCIA", "ZUMÁRRAGA OTERO MIREN IZASKUN"),
        ("viuda, vive con su hija mayor. trabajo de lavandera", "PROFESION", "lavandera"),
        ("desde su trabajo (Fundiciones Aramburu)", "INSTITUCION", "Fundiciones Aramburu"),
        ("camarera del bar El Rincón", "INSTITUCION", "El Rincón"),
        ("Farmacia Ldo. Ochotorena", "INSTITUCION", "Farmacia Ldo. Ochotorena"),
        ("Realizada por Mª Jesús Arteche", "NOMBRE_PERSONAL_SANITARIO", "Mª Jesús Arteche"),
        ("Menor: Ainara G. R., 9 años", "NOMBRE_SUJETO_ASISTENCIA", "Ainara G. R"),
        ("dos hermanas, Lucía (23) y Adela (19)", "FAMILIARES_SUJETO_ASISTENCIA", "Adela"),
        ("El marido de ésta ayuda", "FAMILIARES_SUJETO_ASISTENCIA", "marido de ésta"),
        ("Lorenza tiene quince años", "NOMBRE_SUJETO_ASISTENCIA", "Lorenza"),
        ("hª 7741-22", "ID_SUJETO_ASISTENCIA", "7741-22"),
        ("R.M. 17-2244", "ID_TITULACION_PERSONAL_SANITARIO", "17-2244"),
        ("Gerencia de Atención Integrada de Almansa", "INSTITUCION", "Gerencia de Atención Integrada de Almansa"),
    ],
)
def test_the_form_is_found(found: Found, text: str, phi_class: str, span: str) -> None:
    assert (phi_class, span) in found(text)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Se expide a siete de marzo de dos mil veintitrés.", "siete de marzo de dos mil veintitrés"),
        ("Operado de cadera en el ochenta y cuatro.", "ochenta y cuatro"),
        ("Apendicectomía en el 87. Sin alergias.", "87"),
        ("Prótesis colocada en abril del 19 sin problemas", "abril del 19"),
        ("entregado el 4 del 11 del 23", "4 del 11 del 23"),
        ("ENTRADA 07ENE24  SALIDA", "07ENE24"),
        ("S2 9-5   mejor", "9-5"),
        ("Retirada de puntos el 18. Camina.", "18"),
        ("Cultivo del 23/4 negativo", "23/4"),
        ("Cerrada 6/10. Fin.", "6/10"),
        ("revisado el 3-VII; conforme", "3-VII"),
        ("Ingresada hasta el Domingo de Ramos.", "Domingo de Ramos"),
        ("Jue, 12 ene 2023 10:40", "Jue, 12 ene 2023"),
    ],
)
def test_a_date_is_found_however_it_is_written(found: Found, text: str, date: str) -> None:
    assert ("FECHAS", date) in found(text)


@pytest.mark.parametrize(
    ("text", "phi_class", "span"),
    [
        ("31 Años 4 Meses - MASCULINO", "EDAD_SUJETO_ASISTENCIA", "31 Años 4 Meses"),
        ("M. R. G., 62 a, NHC 118822.", "EDAD_SUJETO_ASISTENCIA", "62 a"),
        ("Edad al alta: 12 d", "EDAD_SUJETO_ASISTENCIA", "12 d"),
        ("cumplirá dieciocho el mes que viene", "EDAD_SUJETO_ASISTENCIA", "dieciocho"),
        ("Llamo al 91 4 55 20 18, comunica.", "NUMERO_TELEFONO", "91 4 55 20 18"),
        ("recados al (81) 2255 0931", "NUMERO_TELEFONO", "(81) 2255 0931"),
        ("fijo 9O1 334 228 de la hija", "NUMERO_TELEFONO", "9O1 334 228"),
        ("me localizan en el seis dos cero, catorce, treinta", "NUMERO_TELEFONO", "seis dos cero, catorce, treinta"),
        ("con D.N.I. esta última 51 220 984 W;", "ID_SUJETO_ASISTENCIA", "51 220 984 W"),
        ("Paciente SIP 5 118 207", "ID_SUJETO_ASISTENCIA", "5 118 207"),
        ("Autos SSS 88/2022", "OTRO_NUMERO_IDENTIF", "SSS 88/2022"),
        ("Usuario impresión: hosp_rgarcia", "ID_EMPLEO_PERSONAL_SANITARIO", "hosp_rgarcia"),
        ("RESULTADOS EN HTTP://LAB.NORTE.ES/A", "URL_WEB", "HTTP://LAB.NORTE.ES/A"),
        ("conectado desde 10.20.30.40. Fin", "DIREC_PROT_INTERNET", "10.20.30.40"),
        ("en AA.HH. Villa Sol, Mz. B Lt. 9", "CALLE", "AA.HH. Villa Sol, Mz. B Lt. 9"),
        ("vive en cortijo los almendros, solo", "CALLE", "cortijo los almendros"),
        ("Pg. dels Roures 12, àtic 1a", "CALLE", "Pg. dels Roures 12, àtic 1a"),
        ("Lugar nac.......: Juliaca – Puno", "TERRITORIO", "Puno"),
        ("nació en Tetuán y vive aquí", "TERRITORIO", "Tetuán"),
    ],
)
def test_ages_numbers_and_places_are_found(found: Found, text: str, phi_class: str, span: str) -> None:
    assert (phi_class, span) in found(text)


@pytest.mark.parametrize(
    ("text", "surnames", "given"),
    [
        ("Médico de Familia: LORENTE ABELLÁN, M. DOLORES  C.Salud: X", "LORENTE ABELLÁN", "M. DOLORES"),
        ("Médico responsable: García Pérez, Ana. Supervisor: X", "García Pérez", "Ana"),
        ("Metge: ROVIRA CASELLAS, MERITXELL", "ROVIRA CASELLAS", "MERITXELL"),
        ("MED PAVÓN SOSA, ELISA", "PAVÓN SOSA", "ELISA"),
        ("Pediatra: Ruiz Gil, Marta", "Ruiz Gil", "Marta"),
    ],
)
def test_the_given_name_behind_the_surnames_of_staff_is_staff(
    found: Found, text: str, surnames: str, given: str
) -> None:
    staff = {span for phi_class, span in found(text) if phi_class == "NOMBRE_PERSONAL_SANITARIO"}
    assert {surnames, given} <= staff


def test_mothers_and_brand_owners_are_told_from_organs_and_limbs(found: Found) -> None:
    assert ("FAMILIARES_SUJETO_ASISTENCIA", "mamá") in found("Fono: 9 7714 2083 (mamá) o el hermano")
    assert ("INSTITUCION", "MSD") in found("tacrolimus (Prograf, MSD) oral")


@pytest.mark.parametrize(
    "text",
    [
        "Criterios de la OMS 2022. Estadio según FIGO 2018.",
        "Enalapril 5 mg 1-0-1; EVA 6/10; TA 13/8; 2/7 dosis; campimetría 30-2 normal.",
        "Se mantuvo afebril. Dolor 3-4 de 10. Mejora en el 60 % de los casos.",
        "OBX|1|NM|2345-7|",
    ],
)
def test_scores_doses_and_guidelines_are_no_dates(found: Found, text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    ("text", "ticked"),
    [
        ("Sexo: Hombre (X)   Mujer ( )", "Hombre"), ("SEXO M ( ) F ( X )", "F"), ("SEXO  [X] H  [ ] M", "H"),
        ("[ ] Hombre [X] Mujer", "Mujer"), ("51 a   M( ) H(X)   E: 1.71 m", "H"),
    ],
)  # fmt: skip
def test_of_two_boxes_the_ticked_one_is_the_sex(found: Found, text: str, ticked: str) -> None:
    assert {span for phi_class, span in found(text) if phi_class == "SEXO_SUJETO_ASISTENCIA"} == {ticked}


def test_towns_of_scales_are_towns_elsewhere(found: Found) -> None:
    places = {span for phi_class, span in found("Nació en Texas. Viajó a Chicago. Vive en Manchester.")}
    assert places == {"Texas", "Chicago", "Manchester"}


@pytest.mark.parametrize(
    "text",
    [
        "Niño/a: sí. Triaje Manchester: NARANJA. Crohn A2 L3 B1 de Montreal. Colangitis (Tokio II). Úlcera Texas IIA.",
        "Esofagitis (Los Ángeles A). Rojo Congo negativo. Fiebre de Malta. Férula de Michigan. Chicago v4. ASIA D.",
        "Sale con alta. Reunión con el equipo. Alergia a bálsamo del Perú. Amsterdam II no cumple.",
        "Fuerza 3/5 en MSD, MSI normal. Vía en MSD. Control en secretaría de Neurología. Biopsia (mama).",
        "AP: HTA, DM2, DLP. IQ: apendicectomía, colecistectomía. Hb 13,1; plaq 210.000; Na 138.",
        "Dependiente para ABVD, camina con bastón. Autónoma para las actividades básicas; colaboradora.",
        "AV OD 0,8 AV OI 1/10. PIO 14/16. Barthel 40, Lawton 3/8, test de Pfeiffer 2 errores.",
        "A los 5 días del postoperatorio se retira el drenaje. El día 3 comienza la tolerancia.",
        "NOTA DE ENFERMERÍA: PACIENTE TRANQUILO, DUERME BIEN. CURA DE ÚLCERA SACRA GRADO II.",
        "PARTE MÉDICO DE BAJA. ESTIMADO COMPAÑERO: EL PACIENTE FIRMA CONSENTIMIENTO DELANTE DE TESTIGO.",
        "paciente con buen estado general, refiere dolor en hombro derecho. se adjunta consentimiento informado.",
        "Auxiliar de marcha. Deambula con andador. Herida de 4 cm; sutura con seda 3/0, 5 puntos.",
        "Ocupación: no consta. Situación laboral: activa. Etnia: ninguna. Procedencia: Urgencias.",
        "Infección por E. coli; antibiograma sensible. S. aureus negativo. CD34 y CK7 positivos.",
        "Análisis bioquímico normal; reconstrucción protésica; punto de colchonero; ARN mensajero.",
        "Se comenta con Cirugía General. Valorado por Cardiología: FEVI 60 %.",
        "Tto: 1-0-1. Próxima revisión en 3 meses. Si fiebre > 38 °C acudir a Urgencias. Página 1 de 2.",
    ],
)
def test_what_only_looks_like_phi_is_left(found: Found, text: str) -> None:
    assert found(text) == set()
