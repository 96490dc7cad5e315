"""Dates are moved in the form in which they are written, and ages stay true to them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.moved_decades import moved_decade

NEAR = Moment(year=2015)


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("12/03/2015", "28/10/2013"), ("2015-03-12", "2013-10-28"), ("12-III-2015", "28-X-2013"),
        ("1/3/2015", "17/10/2013"), ("12.03.15 14:30", "28.10.13 14:30"), ("12032015", "28102013"),
        ("20150312", "20131028"), ("20040122", "20020909"), ("12 de marzo de 2015", "28 de octubre de 2013"),
        ("12 DE MARZO DE 2015", "28 DE OCTUBRE DE 2013"), ("Marzo de 2015", "Octubre de 2013"),
        ("25 dic 2014", "12 ago 2013"), ("doce de marzo de dos mil quince", "veintiocho de octubre de dos mil trece"),
        ("March 12, 2015", "October 28, 2013"), ("15 de Agosto del 2.013", "2 de Abril del 2.012"),
        ("12/2014", "08/2013"), ("03/15", "10/13"), ("3/4", "19/11"), ("2015", "2014"), ("'98", "'97"),
        # A decade goes with its middle, so that it stays as near to the years beside it.
        ("90s", "90s"), ("años 80", "años 80"), ("los años ochenta", "los años ochenta"), ("los 90", "los 90"),
        ("En los 2000", None), ("mediados de los 80", "mediados de los 80"), ("los 20", "los 7"),
        ("finales de los 80", "finales de los 80"), ("A PRINCIPIOS DE LOS 90", "A PRINCIPIOS DE LOS 90"),
        ("década de 1970", "década de los 70"), ("LA DÉCADA DEL 1970", "LA DÉCADA DE LOS 70"),
        ("los años 1990", "los años 90"), ("finales de los años setenta", "finales de los años setenta"),
        ("verano", "primavera"), ("lunes 12/03/2015", "viernes 28/10/2013"),
        ("12 y 14 de marzo de 2015", "28 y 30 de octubre de 2013"), ("10:30 12/03/2015", "10:30 28/10/2013"),
        ("15, 16 y 17 de marzo de 2015", "31 de octubre, 1 y 2 de noviembre de 2013"),
        ("12/03/15 a las 10:30:05", "28/10/13 a las 10:30:05"), ("1990-1995", "1989-1994"), ("1990-95", "1989-94"),
        ("del 3 al 9 de mayo de 2014", "del 19 al 25 de diciembre de 2012"),
        ("del 14 al 20 de mayo de 2014", "del 30 de diciembre de 2012 al 5 de enero de 2013"),
        ("14 y 20 de mayo", "30 de diciembre y 5 de enero"), ("lunes 21", "viernes 8"), ("el 21", "el 8"),
        ("98", "97"), ("en el 98", "en el 97"), ("noventa y cuatro", "noventa y tres"),
        ("marzo del noventa y ocho", "octubre del noventa y seis"),
        ("1ro de mayo de 2015", "17 de diciembre de 2013"), ("1er de maig de 2015", "17 de desembre de 2013"),
        ("1º de mayo de 2015", "17 de diciembre de 2013"), ("1.º de mayo de 2015", "17 de diciembre de 2013"),
        ("treinta y uno de enero de 2015", "dieciocho de septiembre de 2013"),
        ("diecinueve de marzo de mil novecientos noventa", "cuatro de noviembre de mil novecientos ochenta y ocho"),
        ("uno de marzo del quince", "diecisiete de octubre del trece"), ("marzo del quince", "octubre del trece"),
        ("Veintiuno de Mayo de Veintidós", "Seis de Enero de Veintiuno"),
        ("del doce al veinte de marzo de 2015", "del veintiocho de octubre al cinco de noviembre de 2013"),
        ("primero de mayo de 2015", "diecisiete de diciembre de 2013"),
        ("un lunes de marzo de 2015", "un viernes de octubre de 2013"),
        ("7 d'abril del 2011", "23 de novembre del 2009"), ("Navidad", "mediados de agosto"),
        ("Todos los Santos", "19 de junio"),
        # Where a holiday tells a day, that goes as many days as the others.
        ("día de Reyes", "día 24 de agosto"), ("EL DÍA DE REYES DE 2015", "EL DÍA 24 DE AGOSTO DE 2013"),
        # `mar` is a Tuesday where a day and its month follow, else March.
        ("mar, 6 feb 2024", "sáb, 24 sep 2022"), ("Mar. 6 de febrero", "Sáb. 24 de septiembre"),
        ("Tue, 30 Apr 2024", "Sat, 17 Dec 2022"), ("Thu 5 Sep 2013", "Mon 23 Apr 2012"),
        ("tuesday, 30 april 2024", "saturday, 17 december 2022"),
        ("mar 13 feb", "sáb 1 oct"), ("mar 13/02/2024", "sáb 01/10/2022"),
        ("lun 12 y mar 13 feb", "vie 30 sep y sáb 1 oct"),
        ("mar 2015", "oct 2013"), ("3 mar 2015", "19 oct 2013"), ("mar-13-2015", "oct-29-2013"),
        ("mar 12, 2015", "oct 28, 2013"), ("lunes 9 mar 2015", "viernes 25 oct 2013"),
        # Short days of the week, and Roman months that look like them.
        ("L 9/3", "V 25/10"), ("M 10/3", "S 26/10"), ("M 11/3", "D 27/10"), ("X 11/3", "D 27/10"),
        ("V 13/03/2015", "M 29/10/2013"), ("S 14 de marzo", "X 30 de octubre"), ("D 15-III", "J 31-X"),
        ("x 11/3", "d 27/10"), ("V. 13-mar", "M. 29-oct"), ("11/3 (X)", "27/10 (D)"), ("11/03/2015 X", "27/10/2013 D"),
        ("lu. 9/3", "vi. 25/10"), ("mi 11/3/15", "do 27/10/13"),
        ("Sa 14/03", "Mi 30/10"), ("JU. 12 MAR", "LU. 28 OCT"), ("juev. 12/3", "lune. 28/10"),
        ("dv. 13/3", "dt. 29/10"), ("V/2015", "XII/2013"), ("12 V 2015", "28 XII 2013"), ("X-2015", "VI-2014"),
        ("8.X.15", "26.V.14"), ("X 2015", "VI 2014"),
        # A month in one letter would tell the month that it was.
        ("12-O", "30-May"), ("3-O-2015", "21-May-2014"), ("12/O/2023", "30/May/2022"), ("23-F-15", "11-Oct-13"),
        ("(20-N)", "(8-Jul)"),
        # How long and at what hour is no day, month or year.
        ("12/03 a las 10 h", "28/10 a las 10 h"), ("12/3 10h", "28/10 10h"), ("3 días en marzo", "3 días en octubre"),
        ("a los 12 días del mes de marzo de 2015", "a los 28 días del mes de octubre de 2013"),
        ("a los doce días de marzo", "a los veintiocho días de octubre"), ("02/05/15 h", "18/12/13 h"),
        # Catalan has months of its own, and `d'` before a vowel.
        ("3 d'octubre de 2015", "21 de maig de 2014"), ("1 de març", "17 d'octubre"), ("1 DE MARÇ", "17 D'OCTUBRE"),
        ("3 D'OCTUBRE", "21 DE MAIG"), ("dijous 1 d'octubre", "dilluns 19 de maig"), ("d'agost", "d'abril"),
        ("11 de abril", "27 de noviembre"), ("dilluns 12 octubre", "divendres 30 maig"),
        ("luns 9 de marzo de 2015", "venres 25 de outubro de 2013"), ("luns 9/3", "venres 25/10"),
        # As they are dictated.
        ("doce del tres del quince", "veintiocho del diez del trece"), ("dos del diez", "veinte del cinco"),
        ("Doce de Tres de Dos Mil Quince", "Veintiocho de Diez de Dos mil trece"),
        ("doce barra tres barra quince", "veintiocho barra diez barra trece"),
        ("EL DOCE DEL CERO TRES DEL QUINCE", "EL VEINTIOCHO DEL DIEZ DEL TRECE"),
        ("doce del tres del noventa y ocho", "veintiocho del diez del noventa y seis"),
        ("doce del tres de mil novecientos noventa", "veintiocho del diez de mil novecientos ochenta y ocho"),
        ("treinta del dos del quince", None), ("dos del catorce del quince", None),
        ("doce y trece", "veintisiete y veintiocho"),
        ("des de 2015", "des de 2014"), ("des de l'any 2015", "des de l'any 2014"), ("3 des 2015", "21 jul 2014"),
        ("2010, 2011 y 2015", "2009, 2010 y 2014"),
        # Where in a month or a year it was is moved as well.
        ("finales de marzo", "principios de noviembre"), ("Principios de julio de 2015", "Mediados de febrero de 2014"),
        ("a mediados de abril", "a principios de diciembre"), ("a fines de octubre", "a mediados de junio"),
        ("a principios de 2015", "a finales de 2013"), ("mediados de 2015", "principios de 2014"),
        ("fines de semana de marzo", "fines de semana de octubre"),
        ("finales del año 2014", "mediados del año 2013"),
        ("a finales del verano de 2015", "a finales de la primavera de 2014"),
        ("2015eko martxoaren 12an", "2013eko urriaren 28an"), ("martxoaren 12an", "urriaren 28an"),
        # The number of a week, a fortnight, a quarter … is told anew, of a weekday in a month as well.
        ("2.ª quincena de enero", "1.ª quincena de septiembre"), ("1ª QUINCENA DE MARZO", "2ª QUINCENA DE OCTUBRE"),
        ("segunda quincena de marzo de 2015", "primera quincena de noviembre de 2013"),
        ("2.ª semana de marzo", "4.ª semana de octubre"), ("Primera semana de octubre", "Cuarta semana de mayo"),
        ("última semana de marzo", "segunda semana de noviembre"), ("sem. 2ª marzo", "sem. 4ª octubre"),
        ("semana 2 de marzo de 2015", "semana 4 de octubre de 2013"), ("3T 2014", "2T 2013"), ("T3-2014", "T2-2013"),
        ("2.º trimestre de 2014", "4.º trimestre de 2012"), ("T3/14", "T2/13"), ("1T2015", "4T2013"),
        ("1er trimestre de 2015", "4º trimestre de 2013"), ("primer semestre de 2015", "segundo semestre de 2013"),
        ("2 trimestre 2014", "4 trimestre 2012"), ("Q1 2015", "Q4 2013"), ("1T y 2T de 2015", None),
        ("3T y 4T de 2015", "2T y 3T de 2014"), ("primera mitad de marzo", "segunda mitad de octubre"),
        ("primera mitad de 2015", "segunda mitad de 2013"), ("segona quinzena de març", "primera quinzena de novembre"),
        ("1.ª y 2.ª semana de marzo", None), ("primera y segunda semana de marzo", None), ("2.ª semana", None),
        ("primer lunes de abril", "cuarto viernes de noviembre"), ("2.º martes de abril", "5.º sábado de noviembre"),
        ("último viernes de marzo de 2015", "segundo martes de noviembre de 2013"),
        ("Primer Lunes de Septiembre", "Cuarto Viernes de Abril"),
        ("último martes de marzo", "tercer sábado de noviembre"),
        ("quinto lunes de febrero", None), ("primer lunes de cada mes", "día fijado del mes"),
        # As a scanner reads them.
        ("l2/O3/2Ol5", "28/10/2013"), ("2Ol5", "2014"), ("l2-marzo-15", "28-octubre-13"),
        ("lO de agost0 de 2O15", "28 de marzo de 2014"), ("12-AG0-2O15", "30-MAR-2014"), ("1 3 2015", "17 10 2013"),
        ("el12/03/2015", "el28/10/2013"),
    ],
)  # fmt: skip
def test_a_date_is_moved_as_it_was_written(written, moved):
    assert read_date(written).moved(-500, NEAR) == moved


@pytest.mark.parametrize("written", ["32/02/2015", "14/14/2014", "963 862 700", "fin de semana", "Colombia", "",
                                     "1S/06/2022", "12/O6/2B22", "15/06/1022", "12/06/202", "1506",
                                     "1 0 FEB 2O11", "0 4.ll.2O19", "2 feb 0l9", "25-V1II-78", "2 7-4",
                                     "2|/O6/22",
                                     "hace 3 semanas", "40 semanas", "semana 40", "48 h",
                                     "cuarenta semanas", "los últimos 50 años", "los últimos cincuenta años",
                                     "cuarenta y ocho horas", "hace dos semanas", "tres días después",
                                     "3 meses y 12 días", "día 45", "V8", "30 de febrero",
                                     "31/06/2015", "29/02/2015", "00/03/2015", "12/00/2015", "15-M"])  # fmt: skip
def test_what_is_no_date_is_told(written):
    assert read_date(written).moved(-500, NEAR) is None


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.integers(-2000, 2000),
       st.sampled_from(("{d:02d}/{m:02d}/{y}", "{d}-{m}-{y}", "{y}-{m:02d}-{d:02d}", "{d} de {n} de {y}",
                        "{d:02d}{m:02d}{y}")))  # fmt: skip
def test_the_interval_is_kept_whatever_the_form(day, days, form):
    names = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()

    def written(one):
        return form.format(d=one.day, m=one.month, y=one.year, n=names[one.month - 1])

    to = day + timedelta(days=days)
    made = read_date(written(day)).moved(days, NEAR)
    assert made is not None
    if made.isdigit():
        assert made == to.strftime("%d%m%Y")
        return
    said = read_date(made).said
    assert (said.day, said.month, said.year) == (to.day, to.month, to.year)
    assert [c for c in made if not c.isalnum()] == [c for c in written(day) if not c.isalnum()]
    assert "02d" not in form or made == form.format(d=to.day, m=to.month, y=to.year, n="")


@given(st.integers(193, 201).map(lambda tens: 10 * tens), st.integers(-2100, -465), st.sampled_from((None, 0, 1, 2)))
def test_a_decade_stays_as_far_from_the_years_beside_it(decade, days, third):
    """To half of what it tells: five years, or a third of them where a part of it is told."""
    moved, then = moved_decade(decade, third, days)
    own = decade + (5 if third is None else 10 * (2 * third + 1) / 6) + days / 365.25
    told = moved + (5 if third is None else 10 * (2 * then + 1) / 6)
    assert abs(told - own) <= (5 if third is None else 5 / 3) + 0.01
    word = "" if third is None else ("principios", "mediados", "finales")[third] + " de "
    made = read_date(f"{word}los {decade % 100:02d}").moved(days, NEAR) if 1930 < decade < 2000 else None
    if made is not None and moved < 2000:
        again = "" if third is None else ("principios", "mediados", "finales")[then] + " de "
        assert made == f"{again}los {moved % 100:02d}"


def test_a_day_of_leap_years_is_of_one():
    assert read_date("29 de febrero").moved(-31, NEAR) == "29 de enero"
