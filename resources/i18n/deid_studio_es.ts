<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Deid Studio</source>
        <translation>Acerca de Deid Studio</translation>
    </message>
    <message>
        <source>Suggests what identifies people in Spanish clinical reports; a person decides. The final check is always yours.</source>
        <translation>Sugiere lo que identifica a las personas en informes clínicos en español; decide una persona. La comprobación final siempre es suya.</translation>
    </message>
    <message>
        <source>Licence: MIT. It stands on:</source>
        <translation>Licencia: MIT. Se apoya en:</translation>
    </message>
    <message>
        <source>This model has no model card.</source>
        <translation>Este modelo no tiene ficha.</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Ficha del modelo</translation>
    </message>
    <message>
        <source>Model in use: {name}</source>
        <translation>Modelo en uso: {name}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>Alike</name>
    <message>
        <source>It stands nowhere else in the report</source>
        <translation>No aparece en ningún otro sitio del informe</translation>
    </message>
    <message numerus="yes">
        <source>Decided alike in this report: %n places</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Deciding in other reports: {done} of {total}…</source>
        <translation>Decidiendo en otros informes: {done} de {total}…</translation>
    </message>
    <message>
        <source>Decided alike in other reports: {count}. Each can be undone where it is.</source>
        <translation>Otros informes en los que se ha decidido igual: {count}. Se puede deshacer en cada uno.</translation>
    </message>
</context>
<context>
    <name>AlikeDialog</name>
    <message>
        <source>Decide alike</source>
        <translation>Decidir igual</translation>
    </message>
    <message>
        <source>It is &amp;PHI: {title}</source>
        <translation>&amp;Es PHI: {title}</translation>
    </message>
    <message>
        <source>It is &amp;not PHI</source>
        <translation>&amp;No es PHI</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>How it is written</source>
        <translation>Cómo está escrito</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Qué se hará</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Lugares</translation>
    </message>
    <message>
        <source>It stands nowhere else.</source>
        <translation>No aparece en ningún otro sitio.</translation>
    </message>
    <message numerus="yes">
        <source>Look in the &amp;other reports of the folder too (%n)</source>
        <translation>
            <numerusform>Buscar también en los &amp;otros informes de la carpeta (%n)</numerusform>
            <numerusform>Buscar también en los &amp;otros informes de la carpeta (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Reports that are signed off are left alone</source>
        <translation>Los informes firmados no se tocan</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>variante</translation>
    </message>
    <message>
        <source>doubtful</source>
        <translation>dudoso</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>igual</translation>
    </message>
    <message>
        <source>accept: {title}</source>
        <translation>aceptar: {title}</translation>
    </message>
    <message>
        <source>accept as: {title}</source>
        <translation>aceptar como: {title}</translation>
    </message>
    <message>
        <source>reject: {title}</source>
        <translation>rechazar: {title}</translation>
    </message>
    <message>
        <source>mark: {title}</source>
        <translation>marcar: {title}</translation>
    </message>
    <message numerus="yes">
        <source>Decide (%n)</source>
        <translation>
            <numerusform>Decidir (%n)</numerusform>
            <numerusform>Decidir (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{at} of {count}</source>
        <translation type="unfinished">{at} de {count}</translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions pending</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n mentions changed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>ClassChooser</name>
    <message>
        <source>Type to narrow, or Alt and the key shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
</context>
<context>
    <name>ClassesPanel</name>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tecla</translation>
    </message>
    <message>
        <source>Pending in this report</source>
        <translation>Pendientes en este informe</translation>
    </message>
    <message>
        <source>Accepted in this report</source>
        <translation>Aceptadas en este informe</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Give this class</source>
        <translation>Asignar esta clase</translation>
    </message>
    <message>
        <source>Give the class chosen here to the selected text or the current mention</source>
        <translation>Asigna la clase elegida aquí al texto seleccionado o a la mención actual</translation>
    </message>
    <message>
        <source>Accept all of it</source>
        <translation>Aceptar todas</translation>
    </message>
    <message>
        <source>Accept all pending suggestions of the class chosen here</source>
        <translation>Acepta todas las sugerencias pendientes de la clase elegida aquí</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otras</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n más</numerusform>
            <numerusform>%n más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pendiente</numerusform>
            <numerusform>%n pendientes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n a la vista</numerusform>
            <numerusform>%n a la vista</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n oculta</numerusform>
            <numerusform>%n ocultas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n aceptada</numerusform>
            <numerusform>%n aceptadas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailsPanel</name>
    <message>
        <source>Current mention</source>
        <translation>Mención actual</translation>
    </message>
    <message>
        <source>Change the class</source>
        <translation>Cambiar la clase</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Rechazar</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Escribir una nota</translation>
    </message>
    <message>
        <source>Accept, go to the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject or delete, go to the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Note: “{note}”.</source>
        <translation>Nota: «{note}».</translation>
    </message>
    <message>
        <source>No mention is chosen.</source>
        <translation>No hay ninguna mención elegida.</translation>
    </message>
    <message>
        <source>Looking for suggestions…</source>
        <translation>Buscando sugerencias…</translation>
    </message>
    <message>
        <source>There are no suggestions: the detector is not running.</source>
        <translation>No hay sugerencias: el detector no está en marcha.</translation>
    </message>
    <message>
        <source>There are no suggestions yet: pre-annotation is paused.</source>
        <translation>Todavía no hay sugerencias: la preanotación está en pausa.</translation>
    </message>
    <message>
        <source>No suggestion is left to decide. Read the unmarked text once more before you sign off.</source>
        <translation>No quedan sugerencias por decidir. Lea otra vez el texto sin marcar antes de firmar.</translation>
    </message>
    <message>
        <source>No mentions yet. Select text and press a class key to mark it.</source>
        <translation>Todavía no hay menciones. Seleccione texto y pulse la tecla de una clase para marcarlo.</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Sign off</source>
        <translation>Firmar</translation>
    </message>
    <message>
        <source>The suggestions for this report have not come yet.</source>
        <translation>Todavía no han llegado las sugerencias de este informe.</translation>
    </message>
    <message>
        <source>They will be there in a moment.</source>
        <translation>Estarán dentro de un momento.</translation>
    </message>
    <message>
        <source>Wait for them</source>
        <translation>Esperarlas</translation>
    </message>
    <message>
        <source>Sign off without them</source>
        <translation>Firmar sin ellas</translation>
    </message>
    <message>
        <source>Suggestions are still pending: {count}</source>
        <translation>Quedan sugerencias pendientes: {count}</translation>
    </message>
    <message>
        <source>Suggestions of hidden classes are among them. Show all classes and decide on them.</source>
        <translation>Entre ellas hay sugerencias de clases ocultas. Muestre todas las clases y decida sobre ellas.</translation>
    </message>
    <message>
        <source>Show them and go to the first</source>
        <translation>Mostrarlas e ir a la primera</translation>
    </message>
    <message>
        <source>A report is signed off when every suggestion has been decided.</source>
        <translation>Un informe se firma cuando se han decidido todas sus sugerencias.</translation>
    </message>
    <message>
        <source>Go to the first</source>
        <translation>Ir a la primera</translation>
    </message>
    <message numerus="yes">
        <source>Reject the %n left and sign off</source>
        <translation>
            <numerusform>Rechazar la %n que queda y firmar</numerusform>
            <numerusform>Rechazar las %n que quedan y firmar</numerusform>
        </translation>
    </message>
    <message>
        <source>Among them, hidden because they are less sure: {count}; about {missed} of these are likely to be PHI. Show them and decide on them.</source>
        <translation>Entre ellas, ocultas por ser menos seguras: {count}; se espera que unas {missed} sean PHI. Muéstrelas y decida sobre ellas.</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Sin guardar</translation>
    </message>
    <message>
        <source>The .ann could not be written.</source>
        <translation>No se ha podido escribir el .ann.</translation>
    </message>
    <message>
        <source>Your decisions are safe: the .ann is completed when this folder is opened again.</source>
        <translation>Sus decisiones están a salvo: el .ann se completará al abrir de nuevo esta carpeta.</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>Cerrar de todos modos</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Quedarse</translation>
    </message>
    <message>
        <source>Who signs off?</source>
        <translation>¿Quién firma?</translation>
    </message>
    <message>
        <source>Your name, as it will stand beside the reports that you sign off:</source>
        <translation>Su nombre, tal como figurará junto a los informes que firme:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>The report has changed</source>
        <translation>El informe ha cambiado</translation>
    </message>
    <message>
        <source>Another program has changed the text of this report.</source>
        <translation>Otro programa ha cambiado el texto de este informe.</translation>
    </message>
    <message>
        <source>Decisions stay where the text is the same. Until you choose, the report can only be read and nothing is written.</source>
        <translation>Las decisiones se conservan donde el texto es el mismo. Hasta que elija, el informe solo se puede leer y no se escribe nada.</translation>
    </message>
    <message>
        <source>Continue with the new text</source>
        <translation>Continuar con el texto nuevo</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>Decidir más tarde</translation>
    </message>
    <message>
        <source>The annotations have changed</source>
        <translation>Las anotaciones han cambiado</translation>
    </message>
    <message>
        <source>Another program has changed the .ann of this report.</source>
        <translation>Otro programa ha cambiado el .ann de este informe.</translation>
    </message>
    <message>
        <source>Using those of the file can be undone. Keeping those of this window puts the file aside in .deid-studio/replaced. Nothing has been overwritten.</source>
        <translation>Usar las del archivo se puede deshacer. Conservar las de esta ventana aparta el archivo en .deid-studio/replaced. No se ha sobrescrito nada.</translation>
    </message>
    <message>
        <source>Use those of the file</source>
        <translation>Usar las del archivo</translation>
    </message>
    <message>
        <source>Keep those of this window</source>
        <translation>Conservar las de esta ventana</translation>
    </message>
    <message>
        <source>Marks without a place in the new text: {count}.</source>
        <translation>Marcas sin sitio en el texto nuevo: {count}.</translation>
    </message>
    <message>
        <source>Lines of the .ann that spoke of such marks, kept in .deid-studio/replaced: {count}.</source>
        <translation>Líneas del .ann que se referían a esas marcas, conservadas en .deid-studio/replaced: {count}.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Note on this mention; an empty one removes it:</source>
        <translation>Nota sobre esta mención; si queda vacía, se quita:</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Second sweep</source>
        <translation>Segunda pasada</translation>
    </message>
    <message>
        <source>Exporting {done} of {total}…</source>
        <translation>Exportando {done} de {total}…</translation>
    </message>
    <message>
        <source>The export was cancelled; the copies made so far are whole.</source>
        <translation>Se ha cancelado la exportación; las copias hechas hasta ahora están completas.</translation>
    </message>
    <message>
        <source>Reports copied to {folder}: {count}.</source>
        <translation>Informes copiados en {folder}: {count}.</translation>
    </message>
    <message>
        <source>Left out because they cannot be read: {count}.</source>
        <translation>Omitidos porque no se pueden leer: {count}.</translation>
    </message>
</context>
<context>
    <name>DocumentOffers</name>
    <message>
        <source>Convert</source>
        <translation>Convertir</translation>
    </message>
    <message>
        <source>Convert all ({count})</source>
        <translation>Convertir todos ({count})</translation>
    </message>
    <message>
        <source>Documents that have no text to review yet ({count}): {names}.</source>
        <translation>Documentos que aún no tienen texto que revisar ({count}): {names}.</translation>
    </message>
    <message>
        <source>Converting writes their text beside them; the documents stay as they are.</source>
        <translation>Al convertirlos se escribe su texto junto a ellos; los documentos no se tocan.</translation>
    </message>
    <message>
        <source>Documents that changed since their text was made ({count}): {names}.</source>
        <translation>Documentos que han cambiado desde que se hizo su texto ({count}): {names}.</translation>
    </message>
    <message>
        <source>The reports still show the text of before.</source>
        <translation>Los informes muestran todavía el texto anterior.</translation>
    </message>
    <message>
        <source>Convert again</source>
        <translation>Convertir de nuevo</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Converting documents…</source>
        <translation>Convirtiendo documentos…</translation>
    </message>
    <message>
        <source>Documents read: {step} of {total}</source>
        <translation>Documentos leídos: {step} de {total}</translation>
    </message>
    <message>
        <source>Documents that could not be converted: {count}.</source>
        <translation>Documentos que no se han podido convertir: {count}.</translation>
    </message>
</context>
<context>
    <name>EditError</name>
    <message>
        <source>the same span with the same class is there already</source>
        <translation>ya existe la misma mención con la misma clase</translation>
    </message>
    <message>
        <source>a span needs at least one character</source>
        <translation>una mención necesita al menos un carácter</translation>
    </message>
    <message>
        <source>the span would end after the report</source>
        <translation>la mención terminaría después del informe</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>no hay nada que deshacer</translation>
    </message>
    <message>
        <source>there is nothing to redo</source>
        <translation>no hay nada que rehacer</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export BRAT copy</source>
        <translation>Exportar copia BRAT</translation>
    </message>
    <message>
        <source>Signed-off reports ({count} of {total})</source>
        <translation>Informes firmados ({count} de {total})</translation>
    </message>
    <message>
        <source>All reports ({count})</source>
        <translation>Todos los informes ({count})</translation>
    </message>
    <message>
        <source>The report on the screen</source>
        <translation>El informe que está en pantalla</translation>
    </message>
    <message>
        <source>The copy keeps the names in the text: it is annotation, not yet a redacted report.</source>
        <translation>La copia conserva los nombres en el texto: es una anotación, todavía no un informe anonimizado.</translation>
    </message>
    <message>
        <source>An empty folder outside this one</source>
        <translation>Una carpeta vacía fuera de esta</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Include pending suggestions</source>
        <translation>Incluir las sugerencias pendientes</translation>
    </message>
    <message>
        <source>Nobody has checked these suggestions: the copy will look finished, and it is not.</source>
        <translation>Nadie ha comprobado esas sugerencias: la copia parecerá terminada y no lo está.</translation>
    </message>
    <message>
        <source>Write brat&apos;s configuration (annotation.conf, visual.conf)</source>
        <translation>Escribir la configuración de brat (annotation.conf, visual.conf)</translation>
    </message>
    <message>
        <source>&amp;Reports:</source>
        <translation>&amp;Informes:</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Carpeta:</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Not signed off: {count}.</source>
        <translation>Sin firmar: {count}.</translation>
    </message>
    <message>
        <source>Not reviewed and without suggestions: {count}; their .ann will be empty.</source>
        <translation>Sin revisar y sin sugerencias: {count}; su .ann quedará vacío.</translation>
    </message>
    <message>
        <source>Choose a folder for the copy</source>
        <translation>Elija una carpeta para la copia</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in the report</source>
        <translation>Buscar en el informe</translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>Coincidencia anterior (Mayús+Intro)</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Coincidencia siguiente (Intro)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Cerrar (Esc)</translation>
    </message>
    <message>
        <source>Close the find bar</source>
        <translation>Cerrar la barra de búsqueda</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No se encuentra</translation>
    </message>
    <message>
        <source>{at} of {count}</source>
        <translation>{at} de {count}</translation>
    </message>
</context>
<context>
    <name>HintMode</name>
    <message numerus="yes">
        <source>Jump: letters at %n words. Type them, or Escape to leave.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>There is no unmarked word in sight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: {text}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeyCatcher</name>
    <message>
        <source>The new key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the new key</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Classes</source>
        <translation type="unfinished">Clases</translation>
    </message>
    <message>
        <source>The key of «{title}» is always the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} leads from one place of the window to another, and cannot be given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} belongs to the desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} moves the caret, selects or copies text in the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} opens the menu «{menu}».</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} alone is needed for typing, and «{title}» acts in fields too: take a key with Ctrl or Alt, or F1 to F12.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Menciones</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Patient</source>
        <translation>Paciente</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Abrir &amp;recientes</translation>
    </message>
    <message>
        <source>Give a &amp;class</source>
        <translation>Asignar una &amp;clase</translation>
    </message>
    <message>
        <source>Open a folder with reports</source>
        <translation>Abrir una carpeta con informes</translation>
    </message>
    <message>
        <source>Open reports or documents</source>
        <translation>Abrir informes o documentos</translation>
    </message>
    <message>
        <source>Reports and documents ({kinds})</source>
        <translation>Informes y documentos ({kinds})</translation>
    </message>
    <message>
        <source>Only the files of one folder are opened at a time: {name}.</source>
        <translation>Solo se abren a la vez los archivos de una carpeta: {name}.</translation>
    </message>
    <message>
        <source>Class of the selected text</source>
        <translation>Clase del texto seleccionado</translation>
    </message>
    <message>
        <source>Class of the mention</source>
        <translation>Clase de la mención</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rehacer</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Ninguna todavía</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>&amp;Vaciar esta lista</translation>
    </message>
</context>
<context>
    <name>MentionsPanel</name>
    <message>
        <source>Which mentions are listed</source>
        <translation>Qué menciones se muestran</translation>
    </message>
    <message>
        <source>All mentions</source>
        <translation>Todas las menciones</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Pendientes</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Aceptadas</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Rechazadas</translation>
    </message>
    <message>
        <source>Mentions of the report</source>
        <translation>Menciones del informe</translation>
    </message>
</context>
<context>
    <name>Panes</name>
    <message>
        <source>Report text</source>
        <translation type="unfinished">Texto del informe</translation>
    </message>
</context>
<context>
    <name>PatientPanel</name>
    <message>
        <source>Patient data</source>
        <translation>Datos del paciente</translation>
    </message>
    <message>
        <source>What is known of the patient is searched in the report, also where it is misspelt. Several values: one a line, or between semicolons. It stays in the folder of the reports.</source>
        <translation>Lo que se sabe del paciente se busca en el informe, aunque allí esté mal escrito. Varios valores: uno por línea o separados por punto y coma. No sale de la carpeta de los informes.</translation>
    </message>
    <message>
        <source>Search in the report</source>
        <translation>Buscar en el informe</translation>
    </message>
    <message>
        <source>Open a table…</source>
        <translation>Abrir una tabla…</translation>
    </message>
    <message>
        <source>Read what is known of the patients of all reports from a CSV or JSON file</source>
        <translation>Leer de un archivo CSV o JSON lo que se sabe de los pacientes de todos los informes</translation>
    </message>
    <message>
        <source>Nothing is kept while a value is longer than {count} characters.</source>
        <translation>No se guarda nada mientras un valor tenga más de {count} caracteres.</translation>
    </message>
    <message>
        <source>The date of birth is not understood; write it like 03/04/1961.</source>
        <translation>No se entiende la fecha de nacimiento; escríbala así: 03/04/1961.</translation>
    </message>
    <message>
        <source>The report is signed off: nothing new is suggested in it.</source>
        <translation>El informe está firmado: no se sugiere nada nuevo en él.</translation>
    </message>
    <message>
        <source>Searching in the report…</source>
        <translation>Buscando en el informe…</translation>
    </message>
    <message>
        <source>The model that is chosen does not search patient data.</source>
        <translation>El modelo elegido no busca datos del paciente.</translation>
    </message>
    <message>
        <source>Suggestions that come from these data: {count}.</source>
        <translation>Sugerencias que vienen de estos datos: {count}.</translation>
    </message>
    <message>
        <source>These data add nothing: they were found without them, or are not in the report.</source>
        <translation>Estos datos no añaden nada: ya se habían hallado sin ellos o no están en el informe.</translation>
    </message>
</context>
<context>
    <name>PatientTables</name>
    <message>
        <source>Open patient data</source>
        <translation>Abrir datos de pacientes</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt *.json)</source>
        <translation>Tablas (*.csv *.tsv *.txt *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Reading the table…</source>
        <translation>Leyendo la tabla…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Elegir otra…</translation>
    </message>
    <message>
        <source>Here reports are called like “{name}”.</source>
        <translation>Aquí los informes se llaman como «{name}».</translation>
    </message>
    <message>
        <source>The table holds nothing of the reports of this folder; nothing was kept.</source>
        <translation>La tabla no contiene nada de los informes de esta carpeta; no se ha guardado nada.</translation>
    </message>
    <message>
        <source>The table has patient data for {count} of {total} reports; they are searched in them now.</source>
        <translation>La tabla tiene datos del paciente para {count} de {total} informes; ya se buscan en ellos.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Rows of no report of this folder, not kept ({count}): {keys}.</source>
        <translation>Filas de informes que no están en esta carpeta, no guardadas ({count}): {keys}.</translation>
    </message>
    <message>
        <source>Columns that are not used: {columns}.</source>
        <translation>Columnas que no se usan: {columns}.</translation>
    </message>
    <message>
        <source>The table&apos;s data were taken out again</source>
        <translation>Se han quitado los datos de la tabla</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Return</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Intro (numérico)</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Retroceso</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Insert</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Re Pág</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Av Pág</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>ReadOnly</name>
    <message>
        <source>Read only</source>
        <translation>Solo lectura</translation>
    </message>
    <message>
        <source>Read only: nothing was decided</source>
        <translation>Solo lectura: no se ha decidido nada</translation>
    </message>
    <message>
        <source>{folder} (read only) – Deid Studio</source>
        <translation>{folder} (solo lectura) – Deid Studio</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Volver a intentar</translation>
    </message>
    <message>
        <source>On this disk, windows cannot notice one another.</source>
        <translation>En este disco las ventanas no se ven unas a otras.</translation>
    </message>
    <message>
        <source>Open this folder in one window at a time. Your decisions are kept as usual.</source>
        <translation>Abra esta carpeta en una sola ventana a la vez. Sus decisiones se guardan como siempre.</translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message>
        <source>Read {percent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside text with a bar: it was not on the screen long enough to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next such place: {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was read is not watched (see the settings).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of this report has been read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} of its words were on the screen long enough to be read. A bar marks the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read them ⏎</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the settings, a report is signed off once all of it has been read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign off anyway Ctrl+⏎</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Places of this report that have not been read: {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign off</source>
        <translation type="unfinished">Firmar</translation>
    </message>
</context>
<context>
    <name>ReportPage</name>
    <message>
        <source>Open folder…</source>
        <translation>Abrir carpeta…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Open a folder with reports</source>
        <translation>Abra una carpeta con informes</translation>
    </message>
    <message>
        <source>Text, Word, PDF, RTF, HTML or HL7. You can also drop a folder or files here. The reports stay on this computer.</source>
        <translation>Texto, Word, PDF, RTF, HTML o HL7. También puede soltar aquí una carpeta o archivos. Los informes no salen de este ordenador.</translation>
    </message>
    <message>
        <source>Opening the folder…</source>
        <translation>Abriendo la carpeta…</translation>
    </message>
</context>
<context>
    <name>ReportsPanel</name>
    <message>
        <source>Cannot be read</source>
        <translation>No se puede leer</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Sin sugerencias</translation>
    </message>
    <message>
        <source>Filter reports</source>
        <translation>Filtrar informes</translation>
    </message>
    <message>
        <source>Filter reports by name</source>
        <translation>Filtrar informes por nombre</translation>
    </message>
    <message>
        <source>Filter reports by state</source>
        <translation>Filtrar informes por estado</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Todos los estados</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>No report fits the filter.</source>
        <translation>Ningún informe coincide.</translation>
    </message>
    <message>
        <source>Progress of the folder</source>
        <translation>Progreso de la carpeta</translation>
    </message>
    <message>
        <source>{done} of {total} signed off</source>
        <translation>{done} de {total} firmados</translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n ilegible</numerusform>
            <numerusform>%n ilegibles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SensitivityRow</name>
    <message>
        <source>How sure a pending suggestion must be to be shown</source>
        <translation>Cuán segura debe ser una sugerencia pendiente para verse</translation>
    </message>
    <message>
        <source>Hides pending suggestions that are less sure; what is decided always stays</source>
        <translation>Oculta las sugerencias pendientes menos seguras; lo ya decidido se ve siempre</translation>
    </message>
    <message>
        <source>Only the sure</source>
        <translation>Solo lo seguro</translation>
    </message>
    <message>
        <source>Anything possible</source>
        <translation>Todo lo posible</translation>
    </message>
    <message>
        <source>(from {least})</source>
        <translation>(desde {least})</translation>
    </message>
    <message>
        <source>about {false} of them not PHI</source>
        <translation>unas {false} no serán PHI</translation>
    </message>
    <message>
        <source>about {missed} of them PHI</source>
        <translation>unas {missed} sí serán PHI</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Show line numbers</source>
        <translation>Mostrar números de línea</translation>
    </message>
    <message>
        <source>Before signing off, offer the second sweep</source>
        <translation>Antes de firmar, ofrecer la segunda pasada</translation>
    </message>
    <message>
        <source>always</source>
        <translation>siempre</translation>
    </message>
    <message>
        <source>What must be sure, from your own signed-off reports, of the suggestions of a class being right</source>
        <translation>Qué parte de las sugerencias de una clase debe ser segura que acierta, según sus propios informes firmados</translation>
    </message>
    <message>
        <source>The model that comes with the program</source>
        <translation>El modelo que trae el programa</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>Otro modelo…</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Idioma:</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Tema:</translation>
    </message>
    <message>
        <source>Line &amp;spacing:</source>
        <translation>Int&amp;erlineado:</translation>
    </message>
    <message>
        <source>&amp;Accept all of a class from:</source>
        <translation>A&amp;ceptar toda una clase desde:</translation>
    </message>
    <message>
        <source>&amp;Reviewer:</source>
        <translation>&amp;Revisor/a:</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the report&apos;s sections at the margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the class tag over every mention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type&amp;face:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ont size:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not watch it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before signing off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not sign off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text is read when it was on the screen for as long as reading it takes: 300 words a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Te&amp;xt not read at sign-off:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every decision is stored at once and can be undone after a restart; the .ann beside the report follows within a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>&amp;Modelo:</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Aplicar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Proportional, the system&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of fixed width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder</source>
        <translation>Elija la carpeta de un modelo</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Find an action, a class or a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Qué hace</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add a key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the action chosen here its first keys again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset a&amp;ll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Swap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys of mentions and classes act while the report has the focus; Esc leads back to it, Tab leaves it. A class key adds the selected text, or changes the class of the current mention.</source>
        <translation>Las teclas de menciones y clases actúan mientras el informe tiene el foco; Esc vuelve a él y Tab sale de él. La tecla de una clase añade el texto seleccionado o cambia la clase de la mención actual.</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the new key for «{title}»; Esc leaves it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{why} Press another key, or Esc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} does «{other}» already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it to «{title}» instead?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Give it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap the two? «{other}» has {key} then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>«{title}» has {key} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All actions and classes have their first keys again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Statistics of the folder</source>
        <translation>Estadísticas de la carpeta</translation>
    </message>
    <message>
        <source>Which reports are counted</source>
        <translation>Qué informes se cuentan</translation>
    </message>
    <message>
        <source>Signed-off reports</source>
        <translation>Informes firmados</translation>
    </message>
    <message>
        <source>All reports on which something was decided</source>
        <translation>Todos los informes en los que se ha decidido algo</translation>
    </message>
    <message>
        <source>Decisions by class</source>
        <translation>Decisiones por clase</translation>
    </message>
    <message>
        <source>&amp;Export the counts…</source>
        <translation>&amp;Exportar los recuentos…</translation>
    </message>
    <message>
        <source>As CSV; it holds no names of reports and no text of them</source>
        <translation>En CSV; no contiene nombres de informes ni texto suyo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>✓ accepted</source>
        <translation>✓ aceptadas</translation>
    </message>
    <message>
        <source>Accepted as suggested</source>
        <translation>Aceptadas tal como se sugirieron</translation>
    </message>
    <message>
        <source>✕ rejected</source>
        <translation>✕ rechazadas</translation>
    </message>
    <message>
        <source>Rejected suggestions</source>
        <translation>Sugerencias rechazadas</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ añadidas</translation>
    </message>
    <message>
        <source>Added by hand or in the second sweep: missed by the detector</source>
        <translation>Añadidas a mano o en la segunda pasada: el detector no las vio</translation>
    </message>
    <message>
        <source>○ pending</source>
        <translation>○ pendientes</translation>
    </message>
    <message>
        <source>Not decided yet</source>
        <translation>Aún sin decidir</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Correctas</translation>
    </message>
    <message>
        <source>Suggestions accepted as they were, of those decided (what is sure)</source>
        <translation>Sugerencias aceptadas tal cual, de las decididas (lo que es seguro)</translation>
    </message>
    <message>
        <source>Time per report: {median} (median); {total} for {count} in all. Pauses over 5 minutes are left out.</source>
        <translation>Tiempo por informe: {median} (mediana); {total} para {count} en total. No cuentan las pausas de más de 5 minutos.</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Halladas</translation>
    </message>
    <message>
        <source>≠ changed</source>
        <translation>≠ cambiadas</translation>
    </message>
    <message>
        <source>Accepted with another class or other ends than were suggested</source>
        <translation>Aceptadas con otra clase u otros límites que los sugeridos</translation>
    </message>
    <message>
        <source>PHI that was suggested, of all that was accepted</source>
        <translation>PHI que se sugirió, de toda la aceptada</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Partes</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>aceptadas</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>cambiadas</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rechazadas</translation>
    </message>
    <message>
        <source>added</source>
        <translation>añadidas</translation>
    </message>
    <message>
        <source>Reports: {count}</source>
        <translation>Informes: {count}</translation>
    </message>
    <message>
        <source>Reports whose decisions cannot be read, and are not counted: {count}.</source>
        <translation>Informes cuyas decisiones no se pueden leer y no se cuentan: {count}.</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Export the counts</source>
        <translation>Exportar los recuentos</translation>
    </message>
    <message>
        <source>Exported to {name}.</source>
        <translation>Exportado a {name}.</translation>
    </message>
</context>
<context>
    <name>StatusPanel</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Progress of the pre-annotation</source>
        <translation>Progreso de la preanotación</translation>
    </message>
    <message>
        <source>Pause or resume pre-annotation</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>○ %n pending</source>
        <translation>
            <numerusform>○ %n pendiente</numerusform>
            <numerusform>○ %n pendientes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✓ %n accepted</source>
        <translation>
            <numerusform>✓ %n aceptada</numerusform>
            <numerusform>✓ %n aceptadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✕ %n rejected</source>
        <translation>
            <numerusform>✕ %n rechazada</numerusform>
            <numerusform>✕ %n rechazadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused: {done} of {total}</source>
        <translation>En pausa: {done} de {total}</translation>
    </message>
    <message>
        <source>Pre-annotating {done} of {total}</source>
        <translation>Preanotando {done} de {total}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
</context>
<context>
    <name>SweepBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>Cerrar (Esc)</translation>
    </message>
    <message>
        <source>Close the second sweep</source>
        <translation>Cerrar la segunda pasada</translation>
    </message>
    <message>
        <source>PHI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark it as PHI of this class; a class key marks it as that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not PHI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not PHI, and does not come back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it for now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at them first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign off</source>
        <translation type="unfinished">Firmar</translation>
    </message>
    <message>
        <source>Sign off all the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark as PHI of the class proposed</source>
        <translation>Marcar como PHI de la clase propuesta</translation>
    </message>
    <message>
        <source>Mark with another class</source>
        <translation>Marcar con otra clase</translation>
    </message>
    <message>
        <source>Not PHI: it does not come back</source>
        <translation>No es PHI: no vuelve a aparecer</translation>
    </message>
    <message>
        <source>Next finding, the one before</source>
        <translation>Hallazgo siguiente, anterior</translation>
    </message>
    <message>
        <source>Mark with a class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the class&apos;s key</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Before signing off: %n places look like PHI and are not marked.</source>
        <translation>
            <numerusform>Antes de firmar: %n sitio parece PHI y no está marcado.</numerusform>
            <numerusform>Antes de firmar: %n sitios parecen PHI y no están marcados.</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for what may have been missed…</source>
        <translation>Buscando lo que pudo escaparse…</translation>
    </message>
    <message numerus="yes">
        <source>Nothing more to look at here; suggestions still to be decided: %n.</source>
        <translation>
            <numerusform>Aquí no hay nada más que revisar; queda %n sugerencia por decidir.</numerusform>
            <numerusform>Aquí no hay nada más que revisar; quedan %n sugerencias por decidir.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All has been looked at; left as it is: %n.</source>
        <translation>
            <numerusform>Todo revisado; queda sin marcar: %n.</numerusform>
            <numerusform>Todo revisado; quedan sin marcar: %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is left that looks like PHI and is not marked.</source>
        <translation>No queda nada que parezca PHI y no esté marcado.</translation>
    </message>
    <message>
        <source>{at} of {count}</source>
        <translation>{at} de {count}</translation>
    </message>
    <message>
        <source>«{text}»: {title}?</source>
        <translation>«{text}»: ¿{title}?</translation>
    </message>
    <message>
        <source>it was rejected, although it was likely ({percent})</source>
        <translation>se rechazó aunque era probable ({percent})</translation>
    </message>
    <message numerus="yes">
        <source>it stands in %n more places</source>
        <translation>
            <numerusform>aparece en %n sitio más</numerusform>
            <numerusform>aparece en %n sitios más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Teller</name>
    <message>
        <source>Saves completed that had been interrupted: {count}</source>
        <translation>Guardados interrumpidos que se han completado: {count}</translation>
    </message>
    <message>
        <source>Signed off by {name}.</source>
        <translation>Firmado por {name}.</translation>
    </message>
    <message>
        <source>Signed off.</source>
        <translation>Firmado.</translation>
    </message>
    <message>
        <source>Editing withdraws the sign-off.</source>
        <translation>Si se edita, se retira la firma.</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Retirar</translation>
    </message>
    <message>
        <source>Hidden classes: {classes}</source>
        <translation>Clases ocultas: {classes}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Counting how right suggestions were in your signed-off reports: {done} of {total}…</source>
        <translation>Contando los aciertos de las sugerencias en sus informes firmados: {done} de {total}…</translation>
    </message>
    <message>
        <source>What you marked overlaps “{text}”; both stay marked.</source>
        <translation>Lo que ha marcado se solapa con «{text}»; las dos menciones quedan.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Class changed to {title}</source>
        <translation>Clase cambiada a {title}</translation>
    </message>
    <message>
        <source>Every suggestion is decided.</source>
        <translation>Todas las sugerencias están decididas.</translation>
    </message>
    <message>
        <source>Read the unmarked text once more, then sign off.</source>
        <translation>Lea otra vez el texto sin marcar y después firme.</translation>
    </message>
    <message>
        <source>Sign off</source>
        <translation>Firmar</translation>
    </message>
    <message>
        <source>Every report that can be read is signed off.</source>
        <translation>Todos los informes que se pueden leer están firmados.</translation>
    </message>
    <message>
        <source>Reports that cannot be read: {count}.</source>
        <translation>Informes que no se pueden leer: {count}.</translation>
    </message>
    <message>
        <source>Every report of this folder is signed off.</source>
        <translation>Todos los informes de esta carpeta están firmados.</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>Guardado {time}</translation>
    </message>
    <message>
        <source>Saving failed</source>
        <translation>No se ha podido guardar</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>No further suggestions are coming.</source>
        <translation>No llegarán más sugerencias.</translation>
    </message>
    <message>
        <source>There are no suggestions for any report.</source>
        <translation>No hay sugerencias para ningún informe.</translation>
    </message>
    <message>
        <source>Reports whose files could not be brought up to date: {count}.</source>
        <translation>Informes cuyos archivos no se han podido actualizar: {count}.</translation>
    </message>
    <message>
        <source>Not accepted together: your signed-off reports do not make sure as yet that {wanted} are right. {classes}.</source>
        <translation>No se aceptan juntas: sus informes firmados aún no aseguran el {wanted} de aciertos. {classes}.</translation>
    </message>
    <message>
        <source>{title}: {right} of {total} right one by one, sure of {sure}</source>
        <translation>{title}: {right} de {total} correctas decididas una a una, seguro el {sure}</translation>
    </message>
    <message>
        <source>at least {lacking} more needed</source>
        <translation>faltan al menos {lacking}</translation>
    </message>
    <message>
        <source>Another program has changed the text of this report; it can only be read for now.</source>
        <translation>Otro programa ha cambiado el texto de este informe; por ahora solo se puede leer.</translation>
    </message>
    <message>
        <source>Another program has changed the .ann; nothing is saved for now.</source>
        <translation>Otro programa ha cambiado el .ann; por ahora no se guarda nada.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
</context>
<context>
    <name>TextMenu</name>
    <message>
        <source>&amp;Copy</source>
        <translation>C&amp;opiar</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Report text</source>
        <translation>Texto del informe</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
</context>
<context>
    <name>UnexpectedErrors</name>
    <message>
        <source>Unexpected error</source>
        <translation>Error inesperado</translation>
    </message>
    <message>
        <source>Something unexpected went wrong.</source>
        <translation>Ha ocurrido algo inesperado.</translation>
    </message>
    <message>
        <source>Your decisions are safe: each one was stored as you made it. You can go on working; if the window behaves oddly, close it and open it again.</source>
        <translation>Sus decisiones están a salvo: cada una se guardó al tomarla. Puede seguir trabajando; si la ventana se comporta de forma extraña, ciérrela y vuelva a abrirla.</translation>
    </message>
</context>
<context>
    <name>_Overlay</name>
    <message>
        <source>Letters to jump to a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the letters of a word · with Shift, one word more · Page Down: further · Esc: leave</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Open folder…</source>
        <translation>&amp;Abrir carpeta…</translation>
    </message>
    <message>
        <source>Open f&amp;iles…</source>
        <translation>Abrir arc&amp;hivos…</translation>
    </message>
    <message>
        <source>Open &amp;patient data…</source>
        <translation>Abrir datos de &amp;pacientes…</translation>
    </message>
    <message>
        <source>Read the &amp;folder and suggest again</source>
        <translation>Volver a leer la &amp;carpeta y sugerir de nuevo</translation>
    </message>
    <message>
        <source>&amp;Save now</source>
        <translation>&amp;Guardar ahora</translation>
    </message>
    <message>
        <source>&amp;Export BRAT copy…</source>
        <translation>&amp;Exportar copia BRAT…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>A&amp;justes…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rehacer</translation>
    </message>
    <message>
        <source>&amp;Find in the report</source>
        <translation>&amp;Buscar en el informe</translation>
    </message>
    <message>
        <source>Fi&amp;lter reports</source>
        <translation>&amp;Filtrar informes</translation>
    </message>
    <message>
        <source>&amp;Back to the report</source>
        <translation>&amp;Volver al informe</translation>
    </message>
    <message>
        <source>&amp;Sign off and open the next</source>
        <translation>&amp;Firmar y abrir el siguiente</translation>
    </message>
    <message>
        <source>Second s&amp;weep: what may have been missed</source>
        <translation>Se&amp;gunda pasada: lo que pudo escaparse</translation>
    </message>
    <message>
        <source>Next place that was not r&amp;ead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Withdraw the sign-off</source>
        <translation>Re&amp;tirar la firma</translation>
    </message>
    <message>
        <source>Read this report and suggest a&amp;gain</source>
        <translation>Volver a leer este informe y sugerir de &amp;nuevo</translation>
    </message>
    <message>
        <source>Patient &amp;data</source>
        <translation>&amp;Datos del paciente</translation>
    </message>
    <message>
        <source>&amp;Next report</source>
        <translation>Informe &amp;siguiente</translation>
    </message>
    <message>
        <source>&amp;Previous report</source>
        <translation>Informe &amp;anterior</translation>
    </message>
    <message>
        <source>&amp;Accept all pending</source>
        <translation>Ac&amp;eptar todas las pendientes</translation>
    </message>
    <message>
        <source>Re&amp;ject all pending</source>
        <translation>&amp;Rechazar todas las pendientes</translation>
    </message>
    <message>
        <source>Pause pre-anno&amp;tation</source>
        <translation>&amp;Pausar la preanotación</translation>
    </message>
    <message>
        <source>&amp;Accept, go to the next</source>
        <translation>&amp;Aceptar e ir a la siguiente</translation>
    </message>
    <message>
        <source>&amp;Reject or delete, go to the next</source>
        <translation>&amp;Rechazar o eliminar e ir a la siguiente</translation>
    </message>
    <message>
        <source>Take the &amp;decision back</source>
        <translation>&amp;Deshacer esta decisión</translation>
    </message>
    <message>
        <source>Accept all of this c&amp;lass</source>
        <translation>Aceptar todas &amp;las de esta clase</translation>
    </message>
    <message>
        <source>Decide alike in the &amp;whole report…</source>
        <translation>Decidir igual en todo el &amp;informe…</translation>
    </message>
    <message>
        <source>Decide alike in the whole &amp;folder…</source>
        <translation>Decidir igual en toda la &amp;carpeta…</translation>
    </message>
    <message>
        <source>&amp;Next pending</source>
        <translation>&amp;Siguiente pendiente</translation>
    </message>
    <message>
        <source>&amp;Previous pending</source>
        <translation>&amp;Pendiente anterior</translation>
    </message>
    <message>
        <source>Next mention</source>
        <translation>Mención siguiente</translation>
    </message>
    <message>
        <source>Previous mention</source>
        <translation>Mención anterior</translation>
    </message>
    <message>
        <source>Add the &amp;selected text…</source>
        <translation>Añadir el texto seleccio&amp;nado…</translation>
    </message>
    <message>
        <source>&amp;Choose the class…</source>
        <translation>&amp;Elegir la clase…</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>No&amp;ta…</translation>
    </message>
    <message>
        <source>End one word further</source>
        <translation>Final una palabra más</translation>
    </message>
    <message>
        <source>End one word back</source>
        <translation>Final una palabra menos</translation>
    </message>
    <message>
        <source>Start one word further</source>
        <translation>Inicio una palabra después</translation>
    </message>
    <message>
        <source>Start one word back</source>
        <translation>Inicio una palabra antes</translation>
    </message>
    <message>
        <source>End one character further</source>
        <translation>Final un carácter más</translation>
    </message>
    <message>
        <source>End one character back</source>
        <translation>Final un carácter menos</translation>
    </message>
    <message>
        <source>Start one character further</source>
        <translation>Inicio un carácter después</translation>
    </message>
    <message>
        <source>Start one character back</source>
        <translation>Inicio un carácter antes</translation>
    </message>
    <message>
        <source>&amp;More suggestions</source>
        <translation>Más &amp;sugerencias</translation>
    </message>
    <message>
        <source>&amp;Fewer suggestions</source>
        <translation>Menos s&amp;ugerencias</translation>
    </message>
    <message>
        <source>Stat&amp;istics…</source>
        <translation>Estadíst&amp;icas…</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>A&amp;mpliar</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>&amp;Reducir</translation>
    </message>
    <message>
        <source>Normal &amp;size</source>
        <translation>&amp;Tamaño normal</translation>
    </message>
    <message>
        <source>Line &amp;numbers</source>
        <translation>&amp;Números de línea</translation>
    </message>
    <message>
        <source>Class &amp;tags over every mention</source>
        <translation>&amp;Etiquetas sobre todas las menciones</translation>
    </message>
    <message>
        <source>&amp;Dark or light</source>
        <translation>&amp;Oscuro o claro</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>Atajos de &amp;teclado</translation>
    </message>
    <message>
        <source>&amp;About Deid Studio</source>
        <translation>&amp;Acerca de Deid Studio</translation>
    </message>
</context>
<context>
    <name>fields</name>
    <message>
        <source>given name</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>surname</source>
        <translation>apellido</translation>
    </message>
    <message>
        <source>full name</source>
        <translation>nombre completo</translation>
    </message>
    <message>
        <source>name of a relative</source>
        <translation>nombre de un familiar</translation>
    </message>
    <message>
        <source>name of a professional</source>
        <translation>nombre de un profesional</translation>
    </message>
    <message>
        <source>identifier</source>
        <translation>identificador</translation>
    </message>
    <message>
        <source>insurance number</source>
        <translation>número de aseguramiento</translation>
    </message>
    <message>
        <source>episode number</source>
        <translation>número de episodio</translation>
    </message>
    <message>
        <source>medical licence number</source>
        <translation>número de colegiado</translation>
    </message>
    <message>
        <source>telephone</source>
        <translation>teléfono</translation>
    </message>
    <message>
        <source>fax</source>
        <translation>fax</translation>
    </message>
    <message>
        <source>e-mail</source>
        <translation>correo electrónico</translation>
    </message>
    <message>
        <source>street address</source>
        <translation>dirección postal</translation>
    </message>
    <message>
        <source>postal code</source>
        <translation>código postal</translation>
    </message>
    <message>
        <source>town</source>
        <translation>localidad</translation>
    </message>
    <message>
        <source>date of birth</source>
        <translation>fecha de nacimiento</translation>
    </message>
    <message>
        <source>written in one word</source>
        <translation>escrito junto</translation>
    </message>
    <message>
        <source>written in two words</source>
        <translation>escrito separado</translation>
    </message>
    <message>
        <source>abbreviated</source>
        <translation>abreviado</translation>
    </message>
    <message>
        <source>short form of the name</source>
        <translation>forma familiar del nombre</translation>
    </message>
    <message>
        <source>initial only</source>
        <translation>solo la inicial</translation>
    </message>
    <message>
        <source>initials only</source>
        <translation>solo las iniciales</translation>
    </message>
    <message>
        <source>day and month only</source>
        <translation>solo día y mes</translation>
    </message>
    <message>
        <source>written in words</source>
        <translation>escrito en letra</translation>
    </message>
    <message>
        <source>one letter or digit differs</source>
        <translation>difiere en una letra o cifra</translation>
    </message>
    <message>
        <source>two letters or digits differ</source>
        <translation>difiere en dos letras o cifras</translation>
    </message>
    <message>
        <source>several letters or digits differ</source>
        <translation>difiere en varias letras o cifras</translation>
    </message>
    <message>
        <source>field “{name}”</source>
        <translation>campo «{name}»</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>línea {number}</translation>
    </message>
</context>
<context>
    <name>gazetteers</name>
    <message>
        <source>list of first names</source>
        <translation>lista de nombres</translation>
    </message>
    <message>
        <source>list of surnames</source>
        <translation>lista de apellidos</translation>
    </message>
    <message>
        <source>list of towns</source>
        <translation>lista de localidades</translation>
    </message>
    <message>
        <source>list of provinces and regions</source>
        <translation>lista de provincias y regiones</translation>
    </message>
    <message>
        <source>list of countries</source>
        <translation>lista de países</translation>
    </message>
    <message>
        <source>list of hospitals</source>
        <translation>lista de hospitales</translation>
    </message>
    <message>
        <source>list of words for hospitals</source>
        <translation>lista de palabras de hospitales</translation>
    </message>
    <message>
        <source>list of words for health centres</source>
        <translation>lista de palabras de centros de salud</translation>
    </message>
    <message>
        <source>list of institutions</source>
        <translation>lista de instituciones</translation>
    </message>
    <message>
        <source>list of words for institutions</source>
        <translation>lista de palabras de instituciones</translation>
    </message>
    <message>
        <source>list of health services</source>
        <translation>lista de servicios de salud</translation>
    </message>
    <message>
        <source>list of companies</source>
        <translation>lista de empresas</translation>
    </message>
    <message>
        <source>list of professions</source>
        <translation>lista de profesiones</translation>
    </message>
    <message>
        <source>list of nationalities</source>
        <translation>lista de nacionalidades</translation>
    </message>
    <message>
        <source>list of words for the colour of the skin</source>
        <translation>lista de palabras para el color de la piel</translation>
    </message>
    <message>
        <source>list of population groups</source>
        <translation>lista de grupos de población</translation>
    </message>
    <message>
        <source>list of kinds of street</source>
        <translation>lista de tipos de vía</translation>
    </message>
    <message>
        <source>list of relatives</source>
        <translation>lista de parentescos</translation>
    </message>
    <message>
        <source>list of words for the sex</source>
        <translation>lista de palabras de sexo</translation>
    </message>
    <message>
        <source>list of months</source>
        <translation>lista de meses</translation>
    </message>
    <message>
        <source>list of weekdays</source>
        <translation>lista de días de la semana</translation>
    </message>
    <message>
        <source>list of seasons and holidays</source>
        <translation>lista de estaciones y fiestas</translation>
    </message>
    <message>
        <source>list of forms of address</source>
        <translation>lista de tratamientos</translation>
    </message>
    <message>
        <source>list of specialities</source>
        <translation>lista de especialidades</translation>
    </message>
    <message>
        <source>list of departments</source>
        <translation>lista de servicios</translation>
    </message>
    <message>
        <source>list of health centres</source>
        <translation>lista de centros de salud</translation>
    </message>
    <message>
        <source>list of street addresses</source>
        <translation>lista de direcciones postales</translation>
    </message>
    <message>
        <source>list of parts of addresses</source>
        <translation>lista de partes de direcciones</translation>
    </message>
    <message>
        <source>list of numbers in words</source>
        <translation>lista de números en letra</translation>
    </message>
    <message>
        <source>names and places gathered in this report</source>
        <translation>nombres y lugares reunidos de este informe</translation>
    </message>
    <message>
        <source>imported {list}</source>
        <translation>{list} importada</translation>
    </message>
    <message>
        <source>gazetteer “{name}”</source>
        <translation>nomenclátor «{name}»</translation>
    </message>
</context>
<context>
    <name>language</name>
    <message>
        <source>en</source>
        <translation>es</translation>
    </message>
</context>
<context>
    <name>mentions</name>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Conf.</source>
        <translation>Conf.</translation>
    </message>
    <message>
        <source>Evid.</source>
        <translation>Indic.</translation>
    </message>
</context>
<context>
    <name>menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;Report</source>
        <translation>&amp;Informe</translation>
    </message>
    <message>
        <source>&amp;Mention</source>
        <translation>&amp;Mención</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Ay&amp;uda</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>patient</name>
    <message>
        <source>Patient</source>
        <translation>Paciente</translation>
    </message>
    <message>
        <source>Given name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Surnames</source>
        <translation>Apellidos</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Nombre completo</translation>
    </message>
    <message>
        <source>Date of birth</source>
        <translation>Fecha de nacimiento</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Números</translation>
    </message>
    <message>
        <source>Record, identity card…</source>
        <translation>NHC, DNI/NIE, CIPA…</translation>
    </message>
    <message>
        <source>Insurance</source>
        <translation>N.º Seguridad Social</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>N.º de episodio</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Contacto</translation>
    </message>
    <message>
        <source>Telephones</source>
        <translation>Teléfonos</translation>
    </message>
    <message>
        <source>Fax</source>
        <translation>Fax</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>Correo electrónico</translation>
    </message>
    <message>
        <source>Street, number</source>
        <translation>Domicilio</translation>
    </message>
    <message>
        <source>Postal code</source>
        <translation>Código postal</translation>
    </message>
    <message>
        <source>Town, province</source>
        <translation>Localidad, provincia</translation>
    </message>
    <message>
        <source>Other people</source>
        <translation>Otras personas</translation>
    </message>
    <message>
        <source>Relatives</source>
        <translation>Familiares</translation>
    </message>
    <message>
        <source>Professionals</source>
        <translation>Profesionales</translation>
    </message>
    <message>
        <source>Medical licences</source>
        <translation>N.º de colegiado</translation>
    </message>
</context>
<context>
    <name>rules</name>
    <message>
        <source>label of the report</source>
        <translation>rótulo del informe</translation>
    </message>
    <message>
        <source>word that is in no list</source>
        <translation>palabra que no está en ninguna lista</translation>
    </message>
    <message>
        <source>learned context “{name}”</source>
        <translation>contexto aprendido «{name}»</translation>
    </message>
    <message>
        <source>learned form</source>
        <translation>forma aprendida</translation>
    </message>
    <message>
        <source>learned context</source>
        <translation>contexto aprendido</translation>
    </message>
    <message>
        <source>label “{name}”</source>
        <translation>rótulo «{name}»</translation>
    </message>
    <message>
        <source>form of a date</source>
        <translation>forma de una fecha</translation>
    </message>
    <message>
        <source>form of an age</source>
        <translation>forma de una edad</translation>
    </message>
    <message>
        <source>word for the sex</source>
        <translation>palabra de sexo</translation>
    </message>
    <message>
        <source>mention of a relative</source>
        <translation>mención de un familiar</translation>
    </message>
    <message>
        <source>form or context of a person&apos;s name</source>
        <translation>forma o contexto de un nombre de persona</translation>
    </message>
    <message>
        <source>form or context of a professional&apos;s name</source>
        <translation>forma o contexto de un nombre de profesional</translation>
    </message>
    <message>
        <source>form of a hospital&apos;s name</source>
        <translation>forma de un nombre de hospital</translation>
    </message>
    <message>
        <source>form of a health centre&apos;s name</source>
        <translation>forma de un nombre de centro de salud</translation>
    </message>
    <message>
        <source>form of an institution&apos;s name</source>
        <translation>forma de un nombre de institución</translation>
    </message>
    <message>
        <source>form of a street address</source>
        <translation>forma de una dirección postal</translation>
    </message>
    <message>
        <source>form of a postal code</source>
        <translation>forma de un código postal</translation>
    </message>
    <message>
        <source>form or context of a place</source>
        <translation>forma o contexto de un lugar</translation>
    </message>
    <message>
        <source>form of a telephone number</source>
        <translation>forma de un teléfono</translation>
    </message>
    <message>
        <source>form of a fax number</source>
        <translation>forma de un fax</translation>
    </message>
    <message>
        <source>form of an e-mail address</source>
        <translation>forma de un correo electrónico</translation>
    </message>
    <message>
        <source>form of an internet address</source>
        <translation>forma de una dirección de internet</translation>
    </message>
    <message>
        <source>form of an e-mail or web address</source>
        <translation>forma de un correo electrónico o una dirección web</translation>
    </message>
    <message>
        <source>context of a profession</source>
        <translation>contexto de una profesión</translation>
    </message>
    <message>
        <source>population group</source>
        <translation>grupo de población</translation>
    </message>
    <message>
        <source>form of a vehicle registration</source>
        <translation>forma de una matrícula</translation>
    </message>
    <message>
        <source>form of an identifying number</source>
        <translation>forma de un número identificativo</translation>
    </message>
    <message>
        <source>fact about the patient</source>
        <translation>dato personal del paciente</translation>
    </message>
    <message>
        <source>rule “{name}”</source>
        <translation>regla «{name}»</translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>pending</source>
        <translation>pendiente</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>aceptada</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rechazada</translation>
    </message>
    <message>
        <source>Not opened</source>
        <translation>Sin abrir</translation>
    </message>
    <message>
        <source>Suggestions waiting</source>
        <translation>Con sugerencias</translation>
    </message>
    <message>
        <source>In review</source>
        <translation>En revisión</translation>
    </message>
    <message>
        <source>Signed off</source>
        <translation>Firmado</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>very likely</source>
        <translation>muy probable</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>probable</translation>
    </message>
    <message>
        <source>doubtful</source>
        <translation>dudosa</translation>
    </message>
    <message>
        <source>very doubtful</source>
        <translation>muy dudosa</translation>
    </message>
    <message>
        <source>Suggested by the detector</source>
        <translation>Sugerida por el detector</translation>
    </message>
    <message>
        <source>Was in the .ann file</source>
        <translation>Estaba en el archivo .ann</translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>Añadida a mano</translation>
    </message>
    <message>
        <source>the statistical model (CRF) recognises the context</source>
        <translation>el modelo estadístico (CRF) reconoce el contexto</translation>
    </message>
    <message>
        <source>the same text is marked elsewhere in the report</source>
        <translation>el mismo texto está marcado en otro lugar del informe</translation>
    </message>
    <message>
        <source>patient&apos;s record</source>
        <translation>ficha del paciente</translation>
    </message>
    <message>
        <source>language model</source>
        <translation>modelo de lenguaje</translation>
    </message>
    <message>
        <source>right in {share}</source>
        <translation>acierta en el {share}</translation>
    </message>
    <message>
        <source>Signed off, then changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs a second reader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished">Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished">Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished">Oscuro</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is in the {name}</source>
        <translation>está en: {name}</translation>
    </message>
    <message>
        <source>is in the patient&apos;s record: {name}</source>
        <translation>consta en la ficha del paciente: {name}</translation>
    </message>
    <message>
        <source>the language model (spaCy) recognises a name</source>
        <translation>el modelo de lenguaje (spaCy) reconoce un nombre</translation>
    </message>
    <message>
        <source>another spelling of what is accepted in this report</source>
        <translation>otra forma de escribir algo aceptado en este informe</translation>
    </message>
    <message>
        <source>looked at in the second sweep</source>
        <translation>revisado en la segunda pasada</translation>
    </message>
    <message>
        <source>the statistical model (CRF) holds it possible</source>
        <translation>el modelo estadístico (CRF) lo ve posible</translation>
    </message>
    <message>
        <source>right {right} times of {total}</source>
        <translation>acierta {right} veces de {total}</translation>
    </message>
    <message>
        <source>{first}; also: {others}</source>
        <translation>{first}; además: {others}</translation>
    </message>
    <message>
        <source>Class changed by hand (suggested: {title})</source>
        <translation>Clase cambiada a mano (sugerida: {title})</translation>
    </message>
    <message>
        <source>CRF</source>
        <translation>CRF</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>regla</translation>
    </message>
    <message>
        <source>gazetteer</source>
        <translation>nomenclátor</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>mismo texto</translation>
    </message>
    <message>
        <source>other spelling</source>
        <translation>otra grafía</translation>
    </message>
    <message>
        <source>second sweep</source>
        <translation>segunda pasada</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>Nota: {note}</translation>
    </message>
    <message>
        <source>{what} ({count})</source>
        <translation>{what} ({count})</translation>
    </message>
    <message>
        <source>decide alike</source>
        <translation>decidir igual</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>aceptar</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>rechazar</translation>
    </message>
    <message>
        <source>reopen</source>
        <translation>reabrir</translation>
    </message>
    <message>
        <source>change class</source>
        <translation>cambiar la clase</translation>
    </message>
    <message>
        <source>move an end</source>
        <translation>mover un extremo</translation>
    </message>
    <message>
        <source>note</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>add</source>
        <translation>añadir</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>eliminar</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>decisión</translation>
    </message>
</context>
</TS>
