"""What stands on a certificate, in Spanish and English; `$name` is filled in."""

from __future__ import annotations

WORDS = {
    "title": ("Certificado de publicación", "Certificate of release"),
    "lead": ("$count informes, según la política «$policy».", "$count reports, by the policy “$policy”."),
    "lead_one": ("1 informe, según la política «$policy».", "1 report, by the policy “$policy”."),
    "issued": ("Certificado emitido de nuevo", "Certificate issued again"),
    "recipient": ("Destinatario", "Recipient"), "purpose": ("Finalidad", "Purpose"),
    "environment": ("Entorno: quién puede verlo", "Environment: who can see it"), "expires": ("Caduca", "Expires"),
    "not_stated": ("no se ha declarado", "not stated"),
    "open": ("cualquiera (publicación abierta)", "everybody (open publication)"),
    "controlled": ("quien tenga acceso según un acuerdo", "who is let in under an agreement"),
    "internal": ("la propia organización", "the organisation itself"),
    "until": (
        "el $day. Después hay que evaluar el riesgo de nuevo o destruir las copias: con más datos y mejores"
        " herramientas es más fácil reconocer a las personas.",
        "on $day. After that the risk has to be judged anew, or copies destroyed: with more data and better tools"
        " people are known again more easily.",
    ),
    "k": ("k alcanzado", "Achieved k"),
    "k_unknown": (
        "no consta: no se ha atacado con una lista de personas",
        "not known: nobody attacked with a list of people",
    ),
    "k_none": ("a nadie de la lista le encaja ningún informe", "no report fits anybody on the list"),
    "claims": ("Qué afirma esta política", "What this policy claims"),
    "claims_not": ("Qué no afirma", "What it does not claim"),
    "no_claims": (
        "Nada: es una política propia o cambiada, que no dice nada de sí misma.",
        "Nothing: it is a policy of somebody's own, or a changed one, which says nothing of itself.",
    ),
    "attacks": ("Pruebas prácticas de reidentificación", "Practical tests of re-identification"),
    "no_attacks": (
        "No consta ninguna: no se sabe qué consigue un atacante.",
        "None is known: what an attacker achieves cannot be told.",
    ),
    "attacks_told": (
        "Sobre estos mismos textos; quien publica conserva los resultados completos.",
        "On these very texts; who releases keeps the full results.",
    ),
    "day": ("Día", "Day"), "found": ("Qué se halló", "What was found"),
    "by_linkage": (
        "Con una lista de $people personas: informes reconocidos con certeza, $linked; k mínimo, $smallest_k; informes"
        " que encajan con menos de $least_k personas, $below; riesgo medio, $mean_risk.",
        "With a list of $people people: reports linked with certainty, $linked; smallest k, $smallest_k; reports that"
        " fit fewer than $least_k people, $below; mean risk, $mean_risk.",
    ),
    "by_parrot": (
        "Un etiquetador que solo conoce lo publicado: de $marked lugares que pueden ser fugas señala $pointed.",
        "A tagger that knows the release alone: of $marked places that may be leaks it points at $pointed.",
    ),
    "by_reader": (
        "Un lector con motivos ($readers; $hours h; fuentes: $sources): de $reports informes se sortearon $sampled;"
        " $attempts intentos, $hits aciertos; con el 95 % de confianza, en el $share_at_most de los informes como"
        " mucho.",
        "A motivated reader ($readers; $hours h; sources: $sources): of $reports reports $sampled were drawn; $attempts"
        " attempts, $hits hits; with 95 % confidence in $share_at_most of the reports at most.",
    ),
    "sums": ("Sumas de comprobación", "Sums"), "of_what": ("De qué", "Of what"),
    "sum_release": (
        "Lo publicado con el número $number: todos los archivos menos este certificado, como los imprime sha256sum",
        "What was released with the number $number: all files but this certificate, as sha256sum prints them",
    ),
    "sum_model": ("Modelo $name: su manifiesto", "Model $name: its manifest"),
    "sum_profile": ("Perfil $name: su archivo", "Profile $name: its file"),
    "made": ("Fecha", "Made at"), "program": ("Programa", "Program"), "detectors": ("Detectores", "Detectors"),
    "vault": ("Originales recuperables", "Originals can come back"),
    "vault_none": ("no: no se ha hecho un archivo de códigos", "no: no vault was made"),
    "vault_none_codes": (
        "no con los códigos: no se ha hecho un archivo que los deshaga, y solo quien conserva los originales vuelve a"
        " ellos",
        "not by the codes: no vault was made that undoes them, and only who keeps the originals comes back to them",
    ),
    "vault_one": (
        "sí, por quien tenga el archivo de códigos $number y su contraseña: los informes están seudonimizados, no son"
        " anónimos",
        "yes, by who has the vault $number and its passphrase: the reports are pseudonymised, not anonymous",
    ),
    "vault_two": (
        "sí, por dos personas juntas con el archivo de códigos $number: los informes están seudonimizados, no son"
        " anónimos",
        "yes, by two people together with the vault $number: the reports are pseudonymised, not anonymous",
    ),
    "elsewhere": ("Revisado fuera del programa, según se declara", "Reviewed elsewhere, as was stated"),
    "reviewers": ("Revisado por", "Reviewed by"), "nobody": ("no consta", "not recorded"),
    "read": ("Parte del texto leída, como mínimo", "Share of the text that was read, at least"),
    "left": ("No publicados", "Not released"), "check": ("Última comprobación", "Last check"),
    "clean": (
        "El programa leyó los originales y los textos publicados, y no queda sin responder nada de lo que encontró."
        " No lo encuentra todo. Lugares de los que una persona dijo que no son datos personales: $count.",
        "The program read originals and released texts, and nothing that it found is left unanswered. It does not find"
        " everything. Places of which a person said that they are no personal data: $count.",
    ),
    "second": ("Segunda lectura al azar", "Second reading of a random share"),
    "second_none": (
        "No hubo: no se puede decir cuánto quedó sin ver.", "There was none: how much was missed cannot be told."
    ),
    "second_found": (
        "Informes: $reports. Menciones: $spans. No vistas en la primera lectura: $missed; con el 95 % de confianza,"
        " entre el $low y el $high de todas.",
        "Reports: $reports. Mentions: $spans. Missed by the first reader: $missed; with 95 % confidence between $low"
        " and $high of all.",
    ),
    "decisions": ("Decisiones por clase", "Decisions by class"),
    "decisions_told": (
        "Menciones de los informes publicados, por la clase sugerida; las añadidas a mano, por la que recibieron.",
        "Mentions of the released reports, by the class that was suggested; those added by hand by the one given.",
    ),
    "decisions_partly": (
        "De informes en los que nadie decidió nada con este programa no consta: $count.",
        "Not known of reports on which nobody decided anything in this program: $count.",
    ),
    "decisions_unknown": (
        "No constan: las anotaciones que había junto a los informes se dieron por decididas.",
        "Not known: the annotations that lay beside the reports were taken as decided.",
    ),
    "as_suggested": ("aceptada como se sugirió", "accepted as suggested"),
    "changed": ("con otra clase u otros límites", "with another class or other ends"),
    "added": ("añadida a mano", "added by hand"), "rejected": ("rechazada", "rejected"),
    "kept_before": ("ya anotada", "marked before"), "undecided": ("sin decidir", "not decided"),
    "all": ("Todas", "All"),
    "reread": (
        "Lugares que conviene repasar (género o número, o sin sustituto)",
        "Places to read over (gender or number, or no surrogate)",
    ),
    "replaced": ("Qué se sustituyó", "What was replaced"), "class": ("Clase", "Class"), "way": ("Cómo", "How"),
    "count": ("Número", "Count"), "reports": ("Informes", "Reports"), "name": ("Informe", "Report"),
    "after": ("SHA-256 del texto publicado", "SHA-256 of the released text"), "signed": ("Firmado", "Signed"),
    "limits": (
        "Ningún procedimiento garantiza que no quede ningún dato. Este certificado dice qué se hizo y qué se comprobó.",
        "No procedure guarantees that nothing is left. This certificate tells what was done and what was checked.",
    ),
    "keep": ("se conserva", "kept"), "remove": ("se elimina", "removed"), "mask": ("se tapa", "masked"),
    "tag": ("etiqueta de clase", "class tag"), "surrogate": ("sustituto", "surrogate"),
    "code": ("código", "code"), "code_undone": ("código reversible", "reversible code"),
    "generalise": ("se generaliza", "generalised"),
}  # fmt: skip
