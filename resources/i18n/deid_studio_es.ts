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
        <source>Looking in the other reports</source>
        <translation>Buscando en los demás informes</translation>
    </message>
    <message>
        <source>Deciding in other reports</source>
        <translation>Decidiendo en otros informes</translation>
    </message>
    <message>
        <source>Undoing in other reports</source>
        <translation>Deshaciendo en otros informes</translation>
    </message>
    <message>
        <source>It stands nowhere else in the report</source>
        <translation>No aparece en ningún otro sitio del informe</translation>
    </message>
    <message>
        <source>It stands nowhere else in the folder</source>
        <translation>No está en ningún otro lugar de la carpeta</translation>
    </message>
    <message>
        <source>Decided alike, places: {count}</source>
        <translation>Decidido igual, lugares: {count}</translation>
    </message>
    <message>
        <source>Decided alike in other reports: {count}; places in all: {places}.</source>
        <translation>Decidido igual en otros informes: {count}; menciones en total: {places}.</translation>
    </message>
    <message>
        <source>Stopped; reports left as they were: {count}.</source>
        <translation>Detenido; informes que quedan como estaban: {count}.</translation>
    </message>
    <message>
        <source>Undo in all</source>
        <translation>Deshacer en todos</translation>
    </message>
    <message>
        <source>Undone in reports: {count}.</source>
        <translation>Deshecho en informes: {count}.</translation>
    </message>
    <message>
        <source>Not undone where more was done since: {names}.</source>
        <translation>No deshecho, porque después se hicieron más cambios: {names}.</translation>
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
        <translation>&amp;Es un dato personal: {title}</translation>
    </message>
    <message>
        <source>It is &amp;not PHI</source>
        <translation>&amp;No es un dato personal</translation>
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
        <translation>Qué pasa</translation>
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
        <translation>{at} de {count}</translation>
    </message>
    <message>
        <source>Report {name}; suggestions pending: {count}</source>
        <translation>Informe {name}; sugerencias pendientes: {count}</translation>
    </message>
    <message>
        <source>mentions changed: {count}</source>
        <translation>menciones cambiadas: {count}</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>eliminada</translation>
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
    <message>
        <source>Other messages: {count}</source>
        <translation>Otros avisos: {count}</translation>
    </message>
</context>
<context>
    <name>ChangesModel</name>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Qué pasa</translation>
    </message>
    <message>
        <source>becomes «{text}»</source>
        <translation>pasa a «{text}»</translation>
    </message>
    <message>
        <source>becomes: {title}</source>
        <translation>pasa a: {title}</translation>
    </message>
    <message>
        <source>becomes «{text}», {title}</source>
        <translation>pasa a «{text}», {title}</translation>
    </message>
    <message>
        <source>stays: also found by {others}</source>
        <translation>se queda: también por {others}</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>se queda</translation>
    </message>
    <message>
        <source>goes</source>
        <translation>desaparece</translation>
    </message>
    <message>
        <source>comes</source>
        <translation>aparece</translation>
    </message>
    <message>
        <source>stays: it is decided</source>
        <translation>se queda: está decidida</translation>
    </message>
</context>
<context>
    <name>ChecksDialog</name>
    <message>
        <source>Your checks</source>
        <translation>Sus comprobaciones</translation>
    </message>
    <message>
        <source>How much you see of what is planted in reports where nothing is marked. Only you see this: it is kept in your own user account on this computer ({path}), holds no text and no names of reports, and is never sent, exported or counted in the statistics of a folder. Whoever works in the same account could open that file.</source>
        <translation>Cuánto ve usted de lo que se pone de prueba en el texto sin marcar. Esto solo lo ve usted: se guarda en su propia cuenta de usuario de este ordenador ({path}), no contiene texto ni nombres de informes, y nunca se envía, se exporta ni cuenta en las estadísticas de una carpeta. Quien trabaje en esa misma cuenta podría abrir el archivo.</translation>
    </message>
    <message>
        <source>Which checks are counted</source>
        <translation>Qué comprobaciones se cuentan</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>&amp;Delete all of it…</source>
        <translation>&amp;Eliminar todo…</translation>
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
        <source>Planted</source>
        <translation>Puestas</translation>
    </message>
    <message>
        <source>Planted in reports that you signed off, or seen before</source>
        <translation>Puestas en informes que usted ha firmado, o vistas antes de firmar</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Vistas</translation>
    </message>
    <message>
        <source>Those to which you gave a class</source>
        <translation>Aquellas a las que dio una clase</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Sensibilidad</translation>
    </message>
    <message>
        <source>The share that you saw, and where it lies with 95 % (Clopper–Pearson)</source>
        <translation>La parte que vio, y su intervalo de confianza del 95 % (Clopper-Pearson)</translation>
    </message>
    <message>
        <source>Right class</source>
        <translation>Clase correcta</translation>
    </message>
    <message>
        <source>Of those that you saw</source>
        <translation>De las que vio</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Median time on the screen until you saw it</source>
        <translation>Mediana del tiempo en pantalla hasta que la vio</translation>
    </message>
    <message>
        <source>Checks by class</source>
        <translation>Comprobaciones por clase</translation>
    </message>
    <message>
        <source>You saw {seen} of {total}: {share}.</source>
        <translation>Vio {seen} de {total}: {share}.</translation>
    </message>
    <message>
        <source>There are no results yet.</source>
        <translation>Todavía no hay resultados.</translation>
    </message>
    <message>
        <source>Last 30 days, by day: ■ seen {seen}, ▨ not seen {missed}</source>
        <translation>Últimos 30 días, por día: ■ vistas {seen}, ▨ no vistas {missed}</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Delete all results of your checks?</source>
        <translation>¿Eliminar todos los resultados de sus comprobaciones?</translation>
    </message>
    <message>
        <source>This cannot be undone. No report and no decision is affected.</source>
        <translation>No se puede deshacer. No afecta a ningún informe ni a ninguna decisión.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>ClassChooser</name>
    <message>
        <source>Type to narrow, or Alt and the key shown</source>
        <translation>Escriba para filtrar, o Alt y la tecla indicada</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nada coincide</translation>
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
        <source>%n passages of the second reading have not been looked at.</source>
        <translation>
            <numerusform>Queda %n pasaje de la segunda lectura sin mirar.</numerusform>
            <numerusform>Quedan %n pasajes de la segunda lectura sin mirar.</numerusform>
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
    <name>DestinationPage</name>
    <message>
        <source>A new or empty folder</source>
        <translation>Una carpeta nueva o vacía</translation>
    </message>
    <message>
        <source>&amp;Number the reports instead of their names</source>
        <translation>&amp;Numerar los informes en vez de usar su nombre</translation>
    </message>
    <message>
        <source>A name can tell whose a report is. With numbers they are called report-0001 and so on, mixed.</source>
        <translation>El nombre puede decir de quién es un informe. Numerados se llaman report-0001, etc., en orden mezclado.</translation>
    </message>
    <message>
        <source>F&amp;older of the release:</source>
        <translation>&amp;Carpeta de la publicación:</translation>
    </message>
    <message>
        <source>Choose the folder…</source>
        <translation>Elegir la carpeta…</translation>
    </message>
    <message>
        <source>&amp;Language of the certificate:</source>
        <translation>&amp;Idioma del certificado:</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Forms:</source>
        <translation>Formatos:</translation>
    </message>
    <message>
        <source>one person opens it</source>
        <translation>lo abre una persona</translation>
    </message>
    <message>
        <source>two people open it together</source>
        <translation>lo abren dos personas juntas</translation>
    </message>
    <message>
        <source>Make a &amp;vault</source>
        <translation>Guardar un archivo de códi&amp;gos</translation>
    </message>
    <message>
        <source>⚠ An earlier release is there. It is replaced as a whole.</source>
        <translation>⚠ Ahí hay una publicación anterior. Se sustituye entera.</translation>
    </message>
    <message>
        <source>Word: in the la&amp;yout of the originals</source>
        <translation>Word: con el &amp;diseño de los originales</translation>
    </message>
    <message>
        <source>Of reports that were converted from Word documents</source>
        <translation>De los informes convertidos desde documentos de Word</translation>
    </message>
    <message>
        <source>It brings the originals back, and is encrypted. Nobody can recover a lost passphrase, nor can this program: without it the originals are only in the folder under review.</source>
        <translation>Permite recuperar los originales y va cifrado. Nadie puede recuperar una contraseña perdida, tampoco este programa: sin ella, los originales solo están en la carpeta que se revisa.</translation>
    </message>
    <message>
        <source>File of the va&amp;ult:</source>
        <translation>&amp;Archivo de códigos:</translation>
    </message>
    <message>
        <source>Choose the file of the vault…</source>
        <translation>Elegir el archivo de códigos…</translation>
    </message>
    <message>
        <source>How many people open the vault</source>
        <translation>Cuántas personas abren el archivo de códigos</translation>
    </message>
    <message>
        <source>Passphrase of the first person</source>
        <translation>Contraseña de la primera persona</translation>
    </message>
    <message>
        <source>The same again, first person</source>
        <translation>Otra vez, primera persona</translation>
    </message>
    <message>
        <source>Passphrase of the second person</source>
        <translation>Contraseña de la segunda persona</translation>
    </message>
    <message>
        <source>The same again, second person</source>
        <translation>Otra vez, segunda persona</translation>
    </message>
    <message>
        <source>Passphrase, person {number}</source>
        <translation>Contraseña, persona {number}</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Otra vez</translation>
    </message>
    <message>
        <source>Choose the folder of the release.</source>
        <translation>Elija la carpeta de la publicación (paso 3).</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>Escriba la ruta completa de la carpeta (paso 3).</translation>
    </message>
    <message>
        <source>Weak: it can be guessed. Four words that have nothing to do with each other are better.</source>
        <translation>Débil: se puede adivinar. Mejor cuatro palabras sin relación entre sí.</translation>
    </message>
    <message>
        <source>Strong.</source>
        <translation>Fuerte.</translation>
    </message>
    <message>
        <source>Choose at least one form.</source>
        <translation>Elija como mínimo un formato (paso 3).</translation>
    </message>
    <message>
        <source>with their pictures, which nobody has checked</source>
        <translation>con sus imágenes, que nadie ha comprobado</translation>
    </message>
    <message>
        <source>{path} is a file: no folder can be made in it.</source>
        <translation>{path} es un archivo: no se puede crear una carpeta en él.</translation>
    </message>
    <message>
        <source>You may not write in {path}. Choose another folder.</source>
        <translation>No tiene permiso para escribir en {path}. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>Choose the file of the vault.</source>
        <translation>Elija el archivo de códigos (paso 3).</translation>
    </message>
    <message>
        <source>There is a vault of that name already; without it an earlier release cannot come back.</source>
        <translation>Ya hay un archivo de códigos con ese nombre; sin él no se puede recuperar una publicación anterior. Elija otro.</translation>
    </message>
    <message>
        <source>Type the passphrase of the vault.</source>
        <translation>Escriba la contraseña del archivo de códigos (paso 3).</translation>
    </message>
    <message>
        <source>Type the same passphrase twice.</source>
        <translation>Escriba dos veces la misma contraseña (paso 3).</translation>
    </message>
    <message>
        <source>⚠ Reports whose names hold personal data: {count}. Number them.</source>
        <translation>⚠ Informes cuyo nombre contiene datos personales: {count}. Numérelos.</translation>
    </message>
    <message>
        <source>⚠ Reversible codes can only be undone by a vault.</source>
        <translation>⚠ Los códigos reversibles solo se deshacen con un archivo de códigos.</translation>
    </message>
    <message>
        <source>Several words that nobody expects are the best.</source>
        <translation>Lo mejor son varias palabras que nadie espere.</translation>
    </message>
    <message>
        <source>The two are not the same yet.</source>
        <translation>Todavía no son iguales.</translation>
    </message>
    <message>
        <source>Good: a graphics card would take more than a hundred years to guess it. One word more makes it strong.</source>
        <translation>Buena: una tarjeta gráfica tardaría más de cien años en adivinarla. Con una palabra más es fuerte.</translation>
    </message>
    <message>
        <source>Choose the folder of the release</source>
        <translation>Elegir la carpeta de la publicación</translation>
    </message>
    <message>
        <source>Choose the file of the vault</source>
        <translation>Elegir el archivo de códigos</translation>
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
        <source>Rules ▾</source>
        <translation>Reglas ▾</translation>
    </message>
    <message>
        <source>Turn off a rule by which this is suggested</source>
        <translation>Desactivar una regla por la que se sugiere</translation>
    </message>
    <message>
        <source>Rules by which this is suggested</source>
        <translation>Reglas por las que se sugiere</translation>
    </message>
    <message>
        <source>Accept, go to the next</source>
        <translation>Aceptar e ir a la siguiente</translation>
    </message>
    <message>
        <source>Reject or delete, go to the next</source>
        <translation>Rechazar o eliminar e ir a la siguiente</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Turn off: {rule}…</source>
        <translation>Desactivar: {rule}…</translation>
    </message>
    <message>
        <source>Rules that are off…</source>
        <translation>Reglas desactivadas…</translation>
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
    <message>
        <source>To mark the selected text, press the key of its class.</source>
        <translation>Para marcar el texto seleccionado, pulse la tecla de su clase.</translation>
    </message>
    <message>
        <source>To mark the selected text, press the key of its class ({key}: {title}).</source>
        <translation>Para marcar el texto seleccionado, pulse la tecla de su clase ({key}: {title}).</translation>
    </message>
    <message>
        <source>{key} lists all classes.</source>
        <translation>Con {key} se eligen en una lista.</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Exporting</source>
        <translation>Exportando</translation>
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
        <source>Go by letter, by word</source>
        <translation>Ir por letras, por palabras</translation>
    </message>
    <message>
        <source>Go by line, by page</source>
        <translation>Ir por líneas, por páginas</translation>
    </message>
    <message>
        <source>To the begin or the end of the report</source>
        <translation>Al principio o al final del informe</translation>
    </message>
    <message>
        <source>Select a word further or back</source>
        <translation>Seleccionar una palabra más o menos</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>Copiar lo seleccionado</translation>
    </message>
    <message>
        <source>Second sweep</source>
        <translation>Segunda pasada</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>En el texto</translation>
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
    <name>Docks</name>
    <message>
        <source>To the &amp;left</source>
        <translation>A la &amp;izquierda</translation>
    </message>
    <message>
        <source>To the &amp;right</source>
        <translation>A la &amp;derecha</translation>
    </message>
    <message>
        <source>To the &amp;bottom</source>
        <translation>&amp;Abajo</translation>
    </message>
    <message>
        <source>Into a &amp;window of its own</source>
        <translation>En una &amp;ventana propia</translation>
    </message>
    <message>
        <source>&amp;Arrange by mouse, with title bars</source>
        <translation>&amp;Ordenar con el ratón, con barras de título</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>&amp;Restablecer la disposición</translation>
    </message>
</context>
<context>
    <name>DocumentOffers</name>
    <message>
        <source>Converting documents</source>
        <translation>Convirtiendo documentos</translation>
    </message>
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
        <translation>una mención necesita como mínimo un carácter</translation>
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
    <name>HandoverPage</name>
    <message>
        <source>It is kept in the ledger of this folder and stands on the certificate, which leaves with the reports.</source>
        <translation>Queda en el registro de esta carpeta y consta en el certificado, que sale con los informes.</translation>
    </message>
    <message>
        <source>A person, a group or an organisation</source>
        <translation>Una persona, un grupo o una organización</translation>
    </message>
    <message>
        <source>A study, a corpus, a course…</source>
        <translation>Un estudio, un corpus, un curso…</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>No consta</translation>
    </message>
    <message>
        <source>Contract, data permit, committee&apos;s approval…</source>
        <translation>Contrato, permiso de datos, dictamen del comité…</translation>
    </message>
    <message>
        <source>Until then what was judged may be relied on: with more data and better tools than today&apos;s, people are known again more easily.</source>
        <translation>Hasta entonces vale lo que se ha evaluado: con más datos y mejores herramientas que las de hoy es más fácil reconocer a las personas.</translation>
    </message>
    <message>
        <source>Past rele&amp;ases…</source>
        <translation>Publicaciones &amp;anteriores…</translation>
    </message>
    <message>
        <source>R&amp;ecipient:</source>
        <translation>D&amp;estinatario:</translation>
    </message>
    <message>
        <source>&amp;Purpose:</source>
        <translation>&amp;Finalidad:</translation>
    </message>
    <message>
        <source>&amp;Who can see it there:</source>
        <translation>&amp;Quién podrá verlo:</translation>
    </message>
    <message>
        <source>Who in particular, under what a&amp;greement:</source>
        <translation>Quién en concreto, se&amp;gún qué acuerdo:</translation>
    </message>
    <message>
        <source>E&amp;xpires on:</source>
        <translation>Ca&amp;duca el:</translation>
    </message>
    <message>
        <source>This policy asks for whom the release is. Missing: {what}.</source>
        <translation>Esta política exige decir para quién es la publicación. Falta: {what}.</translation>
    </message>
</context>
<context>
    <name>HeldPane</name>
    <message>
        <source>Progress of the check</source>
        <translation>Progreso de la comprobación</translation>
    </message>
    <message>
        <source>Show what was answered as well</source>
        <translation>Mostrar también lo respondido</translation>
    </message>
    <message>
        <source>What the check holds</source>
        <translation>Lo que retiene la comprobación</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>As it leaves</source>
        <translation>Como sale</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Wh&amp;y? (?)</source>
        <translation>¿Por &amp;qué? (?)</translation>
    </message>
    <message>
        <source>Open in the review &amp;window</source>
        <translation>Abrir en la &amp;revisión</translation>
    </message>
    <message>
        <source>Class to mark it by</source>
        <translation>Clase con la que se marca</translation>
    </message>
    <message>
        <source>&amp;Mark it (M)</source>
        <translation>&amp;Marcar (M)</translation>
    </message>
    <message>
        <source>Mark and &amp;sign again (S)</source>
        <translation>Marcar y firmar de nue&amp;vo (S)</translation>
    </message>
    <message>
        <source>A mark undoes the sign-off: you sign the report again, so that it leaves</source>
        <translation>Una marca anula la firma: usted firma de nuevo el informe para que salga</translation>
    </message>
    <message>
        <source>Why it is no personal data, if you want to say so</source>
        <translation>Por qué no es un dato personal, si quiere decirlo</translation>
    </message>
    <message>
        <source>Reason (optional)</source>
        <translation>Motivo (opcional)</translation>
    </message>
    <message>
        <source>Check: reading what is to leave…</source>
        <translation>Comprobación: leyendo lo que va a salir…</translation>
    </message>
    <message>
        <source>Check: {step} of {total} reports</source>
        <translation>Comprobación: {step} de {total} informes</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Comprobar de nuevo</translation>
    </message>
    <message>
        <source>The check was stopped; nothing can be released before it is done.</source>
        <translation>La comprobación se detuvo; no se puede publicar nada hasta que termine.</translation>
    </message>
    <message>
        <source>Check: nothing to look through.</source>
        <translation>Comprobación: no hay nada que comprobar.</translation>
    </message>
    <message>
        <source>You or others said that it is no personal data: {count}</source>
        <translation>Usted u otros dijeron que no son datos personales: {count}</translation>
    </message>
    <message>
        <source>Check: places that hold the release back: {count} (reports: {reports} of {total}).</source>
        <translation>Comprobación: lugares que retienen la publicación: {count} (informes: {reports} de {total}).</translation>
    </message>
    <message>
        <source>The first {count} are listed.</source>
        <translation>Se muestran los primeros {count}.</translation>
    </message>
    <message>
        <source>Check: nothing is left to answer. Reports looked through: {total}.</source>
        <translation>Comprobación: no queda nada por responder. Informes comprobados: {total}.</translation>
    </message>
    <message>
        <source>To read over: {count}.</source>
        <translation>Para repasar: {count}.</translation>
    </message>
    <message>
        <source>The report&apos;s name tells whose it is</source>
        <translation>El nombre del informe dice de quién es</translation>
    </message>
    <message>
        <source>Word document that cannot leave as it is</source>
        <translation>Documento de Word que no puede salir tal como está</translation>
    </message>
    <message>
        <source>No personal data, said {who}</source>
        <translation>No es un dato personal, según {who}</translation>
    </message>
    <message>
        <source>Number the repor&amp;ts</source>
        <translation>Numerar &amp;los informes</translation>
    </message>
    <message>
        <source>Wi&amp;thout the layout of Word</source>
        <translation>Sin el di&amp;seño de Word</translation>
    </message>
    <message>
        <source>It is &amp;personal data after all</source>
        <translation>Sí es un dato &amp;personal</translation>
    </message>
    <message>
        <source>It is no &amp;personal data (N)</source>
        <translation>No es un dato &amp;personal (N)</translation>
    </message>
</context>
<context>
    <name>HintMode</name>
    <message>
        <source>Words with letters: {count}. Type the letters of one · with Shift, one word more · Page Down: further down · Esc: leave</source>
        <translation>Palabras con letras: {count}. Escriba las de una · con Mayús, una palabra más · Av Pág: más abajo · Esc: salir</translation>
    </message>
    <message>
        <source>There is no unmarked word in sight.</source>
        <translation>No hay ninguna palabra sin marcar a la vista.</translation>
    </message>
    <message>
        <source>Selected: {text}</source>
        <translation>Seleccionado: {text}</translation>
    </message>
</context>
<context>
    <name>KeyCatcher</name>
    <message>
        <source>The new key</source>
        <translation>La tecla nueva</translation>
    </message>
    <message>
        <source>Press the new key</source>
        <translation>Pulse la tecla nueva</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>The key of «{title}» is always the same.</source>
        <translation>La tecla de «{title}» es siempre la misma.</translation>
    </message>
    <message>
        <source>{key} leads from one place of the window to another.</source>
        <translation>{key} lleva de un lugar a otro de la ventana.</translation>
    </message>
    <message>
        <source>{key} belongs to the desktop.</source>
        <translation>{key} es del escritorio.</translation>
    </message>
    <message>
        <source>{key} moves the caret, selects or copies text in the report.</source>
        <translation>{key} mueve el cursor, selecciona o copia texto en el informe.</translation>
    </message>
    <message>
        <source>{key} opens the menu «{menu}».</source>
        <translation>{key} abre el menú «{menu}».</translation>
    </message>
    <message>
        <source>{key} alone is needed for typing, and «{title}» acts in fields too: take a key with Ctrl or Alt, or F1 to F12.</source>
        <translation>{key} sola hace falta para escribir, y «{title}» actúa también en los campos: elija una tecla con Ctrl o Alt, o de F1 a F12.</translation>
    </message>
</context>
<context>
    <name>LanguageSwitch</name>
    <message>
        <source>The language changes once the window is opened anew.</source>
        <translation>El idioma cambiará cuando vuelva a abrir la ventana.</translation>
    </message>
</context>
<context>
    <name>LedgerDialog</name>
    <message>
        <source>Past releases</source>
        <translation>Publicaciones anteriores</translation>
    </message>
    <message>
        <source>Reading the ledger…</source>
        <translation>Leyendo el registro…</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Política</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Caduca</translation>
    </message>
    <message>
        <source>Compare a &amp;copy…</source>
        <translation>&amp;Comparar una copia…</translation>
    </message>
    <message>
        <source>Whether a released folder is as it left, file by file</source>
        <translation>Si una carpeta publicada está como salió, archivo por archivo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Nothing was released from this folder.</source>
        <translation>No se ha publicado nada desde esta carpeta.</translation>
    </message>
    <message>
        <source>What was released from this folder, the newest first: {count}</source>
        <translation>Lo publicado desde esta carpeta, primero lo más reciente: {count}</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>no consta</translation>
    </message>
    <message>
        <source>⚠ expired {date}</source>
        <translation>⚠ caducó el {date}</translation>
    </message>
    <message>
        <source>Purpose: {what}</source>
        <translation>Finalidad: {what}</translation>
    </message>
    <message>
        <source>Who can see it there: {who}</source>
        <translation>Quién puede verlo: {who}</translation>
    </message>
    <message>
        <source>Released by {who} into {folder}</source>
        <translation>Publicado por {who} en {folder}</translation>
    </message>
    <message>
        <source>Files: {files} · left out: {left_out} · certificates: {issues}</source>
        <translation>Archivos: {files} · no salieron: {left_out} · certificados: {issues}</translation>
    </message>
    <message>
        <source>Number {number} · SHA-256 {contents}</source>
        <translation>Número {number} · SHA-256 {contents}</translation>
    </message>
    <message>
        <source>With a vault: the originals can come back.</source>
        <translation>Con archivo de códigos: los originales se pueden recuperar.</translation>
    </message>
    <message>
        <source>⚠ Not reviewed: it has no certificate.</source>
        <translation>⚠ Sin revisar: no tiene certificado.</translation>
    </message>
    <message>
        <source>⚠ The program was stopped while it was written, and nobody knows whether it left: nothing was found where it was to go.</source>
        <translation>⚠ El programa se interrumpió mientras se escribía y no se sabe si llegó a salir: no se ha encontrado nada donde tenía que estar.</translation>
    </message>
    <message>
        <source>Choose the released folder…</source>
        <translation>Elegir la carpeta publicada…</translation>
    </message>
    <message>
        <source>Comparing {folder}…</source>
        <translation>Comparando {folder}…</translation>
    </message>
    <message>
        <source>✓ All files of {folder} are as they left.</source>
        <translation>✓ Todos los archivos de {folder} están como salieron.</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>falta</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>ha cambiado</translation>
    </message>
    <message>
        <source>did not leave with it</source>
        <translation>no salió con ella</translation>
    </message>
    <message>
        <source>Its certificate was issued again since.</source>
        <translation>Su certificado se ha vuelto a emitir después.</translation>
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
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Opening the folder</source>
        <translation>Abriendo la carpeta</translation>
    </message>
    <message>
        <source>Comparing the texts</source>
        <translation>Comparando los textos</translation>
    </message>
    <message>
        <source>Class of the selected text</source>
        <translation>Clase del texto seleccionado</translation>
    </message>
    <message>
        <source>Class of the mention</source>
        <translation>Clase de la mención</translation>
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
        <source>Order of the mentions</source>
        <translation>Orden de las menciones</translation>
    </message>
    <message>
        <source>Order of the mentions. By expected leak or by uncertainty, the next pending is the next in the list; otherwise the next in the text.</source>
        <translation>Orden de las menciones. Por fuga esperada o por incertidumbre, la siguiente pendiente es la siguiente de la lista; si no, la siguiente del texto.</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>Por orden en el texto</translation>
    </message>
    <message>
        <source>By expected leak</source>
        <translation>Por fuga esperada</translation>
    </message>
    <message>
        <source>By uncertainty</source>
        <translation>Por incertidumbre</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>Por clase</translation>
    </message>
    <message>
        <source>By text</source>
        <translation>Alfabético</translation>
    </message>
    <message>
        <source>By decision</source>
        <translation>Por decisión</translation>
    </message>
    <message>
        <source>By evidence</source>
        <translation>Por indicio</translation>
    </message>
    <message>
        <source>Mentions of the report</source>
        <translation>Menciones del informe</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>Abrir &amp;recientes</translation>
    </message>
    <message>
        <source>Give a &amp;class</source>
        <translation>Asignar una &amp;clase</translation>
    </message>
    <message>
        <source>Mo&amp;ve panels</source>
        <translation>Mo&amp;ver los paneles</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>Pane&amp;les</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>Tamaño del te&amp;xto</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>Aspe&amp;cto</translation>
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
    <name>Opening</name>
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
</context>
<context>
    <name>Panes</name>
    <message>
        <source>Report text</source>
        <translation>Texto del informe</translation>
    </message>
</context>
<context>
    <name>PatientPanel</name>
    <message>
        <source>Patient data</source>
        <translation>Datos del paciente</translation>
    </message>
    <message>
        <source>What is known of the patient is searched in the report, also where it is misspelt. Return searches; Shift+Return begins a line for a further value. It stays in the folder of the reports.</source>
        <translation>Lo que se sabe del paciente se busca en el informe, también mal escrito. Intro busca; Mayús+Intro añade una línea para otro valor. No sale de la carpeta de los informes.</translation>
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
        <source>Reading the table</source>
        <translation>Leyendo la tabla</translation>
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
    <name>PlantedChecks</name>
    <message>
        <source>Checks on</source>
        <translation>Comprobaciones activas</translation>
    </message>
    <message>
        <source>The text on the screen may contain invented text, planted to measure what you see. It is never saved or exported. Click to see your results.</source>
        <translation>El texto en pantalla puede contener texto inventado, puesto para medir lo que usted ve. Nunca se guarda ni se exporta. Pulse para ver sus resultados.</translation>
    </message>
    <message>
        <source>Checks are off. They are turned on in the settings.</source>
        <translation>Las comprobaciones están desactivadas. Se activan en los ajustes.</translation>
    </message>
    <message>
        <source>begun or signed before, or open already when checks were turned on: {count}</source>
        <translation>empezados o firmados antes, o abiertos ya al activar las comprobaciones: {count}</translation>
    </message>
    <message>
        <source>opened before their suggestions had come: {count}</source>
        <translation>abiertos antes de llegar sus sugerencias: {count}</translation>
    </message>
    <message>
        <source>too short, too long or without a place for one: {count}</source>
        <translation>demasiado cortos, demasiado largos o sin un lugar adecuado: {count}</translation>
    </message>
    <message>
        <source>not drawn by lot: {count}</source>
        <translation>no elegidos en el sorteo: {count}</translation>
    </message>
    <message>
        <source>No report has been opened since the program was started.</source>
        <translation>No se ha abierto ningún informe desde que se inició el programa.</translation>
    </message>
    <message>
        <source>None of the reports opened since the program was started could get one: {reasons}.</source>
        <translation>Ninguno de los informes abiertos desde que se inició el programa pudo recibir una: {reasons}.</translation>
    </message>
    <message>
        <source>Its class would have been: {title}.</source>
        <translation>Su clase habría sido: {title}.</translation>
    </message>
    <message>
        <source>If you meant to mark text of the report as well, please mark it again.</source>
        <translation>Si también quería marcar texto del informe, márquelo de nuevo.</translation>
    </message>
    <message>
        <source>That was a check: planted text, well seen. It is not part of the report.</source>
        <translation>Era una comprobación: texto de prueba, bien visto. No forma parte del informe.</translation>
    </message>
    <message>
        <source>Checks not seen: {missed} of {count}.</source>
        <translation>Comprobaciones no vistas: {missed} de {count}.</translation>
    </message>
    <message>
        <source>In line {line}: «{text}»</source>
        <translation>En la línea {line}: «{text}»</translation>
    </message>
    <message>
        <source>This was never part of the report.</source>
        <translation>Nunca formó parte del informe.</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>Mostrar dónde</translation>
    </message>
    <message>
        <source>Show line {line}</source>
        <translation>Mostrar la línea {line}</translation>
    </message>
</context>
<context>
    <name>PolicyChoice</name>
    <message>
        <source>Release policy</source>
        <translation>Política de publicación</translation>
    </message>
    <message>
        <source>&amp;Policy:</source>
        <translation>Polí&amp;tica:</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Guardar &amp;como…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>&amp;Import a policy…</source>
        <translation>&amp;Importar una política…</translation>
    </message>
    <message>
        <source>&amp;Export this policy…</source>
        <translation>&amp;Exportar esta política…</translation>
    </message>
    <message>
        <source>&amp;Delete this policy…</source>
        <translation>E&amp;liminar esta política…</translation>
    </message>
    <message>
        <source>{title} (changed)</source>
        <translation>{title} (cambiada)</translation>
    </message>
    <message>
        <source>Save the policy</source>
        <translation>Guardar la política</translation>
    </message>
    <message>
        <source>Name of your policy:</source>
        <translation>Nombre de su política:</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Choose another name: with letters, and not that of a policy of the program.</source>
        <translation>Elija otro nombre: con letras, y que no sea el de una política del programa.</translation>
    </message>
    <message>
        <source>There is a policy of this name already.</source>
        <translation>Ya hay una política con este nombre.</translation>
    </message>
    <message>
        <source>It would be replaced.</source>
        <translation>Se sustituiría.</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Sustituirla</translation>
    </message>
    <message>
        <source>Saved as «{title}».</source>
        <translation>Guardada como «{title}».</translation>
    </message>
    <message>
        <source>Import a policy</source>
        <translation>Importar una política</translation>
    </message>
    <message>
        <source>Export this policy</source>
        <translation>Exportar esta política</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>Exportada a {path}.</translation>
    </message>
    <message>
        <source>Release policies ({kinds})</source>
        <translation>Políticas de publicación ({kinds})</translation>
    </message>
    <message>
        <source>Delete the policy</source>
        <translation>Eliminar la política</translation>
    </message>
    <message>
        <source>Delete «{title}»?</source>
        <translation>¿Eliminar «{title}»?</translation>
    </message>
    <message>
        <source>Releases that were made by it stay as they are.</source>
        <translation>Las publicaciones hechas con ella se quedan como están.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>PolicyClaims</name>
    <message>
        <source>What it claims, and what &amp;not</source>
        <translation>Qué afirma y qué &amp;no</translation>
    </message>
    <message>
        <source>This policy says nothing of itself, and claims nothing.</source>
        <translation>Esta política no dice nada de sí misma ni afirma nada.</translation>
    </message>
</context>
<context>
    <name>PolicyPage</name>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>What becomes of it</source>
        <translation>Qué se hace</translation>
    </message>
    <message>
        <source>What becomes of each class</source>
        <translation>Qué se hace con cada clase</translation>
    </message>
    <message>
        <source>Other classes</source>
        <translation>Otras clases</translation>
    </message>
    <message>
        <source>the &amp;header</source>
        <translation>la cab&amp;ecera</translation>
    </message>
    <message>
        <source>the &amp;footer</source>
        <translation>el p&amp;ie</translation>
    </message>
    <message>
        <source>Sa&amp;me thing, same surrogate:</source>
        <translation>&amp;Mismo sustituto:</translation>
    </message>
    <message>
        <source>Mentioned a&amp;gain, it gets:</source>
        <translation>Al re&amp;petirse:</translation>
    </message>
    <message>
        <source>Moved &amp;dates keep:</source>
        <translation>Las fechas conser&amp;van:</translation>
    </message>
    <message>
        <source>Cut out:</source>
        <translation>Quitar:</translation>
    </message>
    <message>
        <source>Without effect: no class of this policy is replaced in a way that needs it.</source>
        <translation>Sin efecto: esta política no sustituye ninguna clase de un modo que lo necesite.</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Reports that leave</source>
        <translation>Informes que salen</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>As it leaves</source>
        <translation>Tal como sale</translation>
    </message>
    <message>
        <source>The preview is being made…</source>
        <translation>Preparando la vista previa…</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>What stands there when it leaves</source>
        <translation>Lo que queda ahí al salir</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Let the program choose this surrogate again</source>
        <translation>Que el programa elija de nuevo este sustituto</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Restablecer todos</translation>
    </message>
    <message>
        <source>Let the program choose all surrogates that were typed by hand</source>
        <translation>Que el programa elija de nuevo todos los sustitutos escritos a mano</translation>
    </message>
    <message>
        <source>{name}, places that hold the release back: {count}</source>
        <translation>{name}, lugares que impiden publicar: {count}</translation>
    </message>
    <message>
        <source>cut out</source>
        <translation>quitado</translation>
    </message>
    <message>
        <source>not marked</source>
        <translation>sin marcar</translation>
    </message>
    <message>
        <source>Still there: {title}</source>
        <translation>Sigue ahí: {title}</translation>
    </message>
    <message>
        <source>Choose a marked place: here you see what becomes of it. A broken line: it stays as it was.</source>
        <translation>Elija un lugar marcado: aquí verá qué se hace con él. Con trazo discontinuo: queda como estaba.</translation>
    </message>
    <message>
        <source>Only surrogates can be typed by hand</source>
        <translation>Solo los sustitutos se pueden escribir a mano</translation>
    </message>
    <message>
        <source>Typed by hand; it stands wherever the same stands.</source>
        <translation>Escrito a mano; vale en todos los lugares donde está lo mismo.</translation>
    </message>
    <message>
        <source>«{text}» would leave as it is: mark it, or say below that it is no personal data.</source>
        <translation>«{text}» saldría tal cual: márquelo, o diga abajo que no es un dato personal.</translation>
    </message>
</context>
<context>
    <name>ProgressBanner</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>{title}: {done} of {total}</source>
        <translation>{title}: {done} de {total}</translation>
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
        <translation>Leído {percent}</translation>
    </message>
    <message>
        <source>Beside text with a bar: it was not on the screen long enough to be read.</source>
        <translation>Las barras del margen señalan texto que no ha estado en pantalla el tiempo necesario para leerlo.</translation>
    </message>
    <message>
        <source>Next such place: {keys}</source>
        <translation>Ir al siguiente: {keys}</translation>
    </message>
    <message>
        <source>What was read is not watched (see the settings).</source>
        <translation>No se sigue lo que se ha leído (véanse los ajustes).</translation>
    </message>
    <message>
        <source>All of this report has been read.</source>
        <translation>Ha leído todo el informe.</translation>
    </message>
    <message>
        <source>{percent} of its words were on the screen long enough to be read. A bar marks the others.</source>
        <translation>El {percent} de sus palabras ha estado en pantalla el tiempo necesario para leerlas. Las demás llevan una barra en el margen.</translation>
    </message>
    <message>
        <source>Sign off all the same</source>
        <translation>Firmar de todos modos</translation>
    </message>
    <message>
        <source>Read them ⏎</source>
        <translation>Leerlos ⏎</translation>
    </message>
    <message>
        <source>By the settings, a report is signed off once all of it has been read.</source>
        <translation>Según los ajustes, un informe se firma cuando se ha leído entero.</translation>
    </message>
    <message>
        <source>Places of this report that have not been read: {count}</source>
        <translation>Pasajes sin leer en este informe: {count}</translation>
    </message>
    <message>
        <source>Sign off</source>
        <translation>Firmar</translation>
    </message>
</context>
<context>
    <name>RecoverDialog</name>
    <message>
        <source>Recover the decisions of this folder</source>
        <translation>Recuperar las decisiones de esta carpeta</translation>
    </message>
    <message>
        <source>Looking what can be read…</source>
        <translation>Comprobando qué se puede leer…</translation>
    </message>
    <message>
        <source>Nothing is deleted: what is there now is put aside in .deid-studio/put-aside. Reports and .ann files stay where they are.</source>
        <translation>No se borra nada: lo que hay ahora se aparta en .deid-studio/put-aside. Los informes y los .ann se quedan donde están.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>What is left of it</source>
        <translation>Qué queda de él</translation>
    </message>
    <message>
        <source>Reports, and what is left of each</source>
        <translation>Informes, y qué queda de cada uno</translation>
    </message>
    <message>
        <source>Recover from</source>
        <translation>Recuperar desde</translation>
    </message>
    <message>
        <source>Everything that can be read</source>
        <translation>Todo lo que se pueda leer</translation>
    </message>
    <message>
        <source>Recover &amp;from:</source>
        <translation>Recuperar &amp;desde:</translation>
    </message>
    <message>
        <source>&amp;Use this journal</source>
        <translation>&amp;Usar este diario</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Recuperar</translation>
    </message>
    <message>
        <source>Begin &amp;anew…</source>
        <translation>Empezar de &amp;nuevo…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Of the folder cannot be brought back: {what}.</source>
        <translation>De la carpeta no se puede recuperar: {what}.</translation>
    </message>
    <message>
        <source>Only the snapshot of {when}</source>
        <translation>Solo la instantánea de {when}</translation>
    </message>
    <message>
        <source>Begin anew</source>
        <translation>Empezar de nuevo</translation>
    </message>
    <message>
        <source>Begin this folder anew, as if nobody had reviewed it?</source>
        <translation>¿Empezar esta carpeta de nuevo, como si nadie la hubiera revisado?</translation>
    </message>
    <message>
        <source>Its reports and .ann files stay. The journal, the sign-offs and the retraining data are put aside in .deid-studio/put-aside; nothing is deleted.</source>
        <translation>Los informes y los .ann se quedan. El diario, las firmas y los datos de reentrenamiento se apartan en .deid-studio/put-aside; no se borra nada.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>Recovering</name>
    <message>
        <source>The folder is begun anew.</source>
        <translation>La carpeta empieza de nuevo.</translation>
    </message>
    <message>
        <source>The decisions were recovered.</source>
        <translation>Se han recuperado las decisiones.</translation>
    </message>
    <message>
        <source>What was there before is in {place}.</source>
        <translation>Lo que había antes está en {place}.</translation>
    </message>
</context>
<context>
    <name>ReleaseWindow</name>
    <message>
        <source>Release reports – Deid Studio</source>
        <translation>Publicar informes – Deid Studio</translation>
    </message>
    <message>
        <source>&amp;1 What</source>
        <translation>&amp;1 Qué sale</translation>
    </message>
    <message>
        <source>&amp;2 How</source>
        <translation>&amp;2 Cómo</translation>
    </message>
    <message>
        <source>&amp;3 Where</source>
        <translation>&amp;3 Adónde</translation>
    </message>
    <message>
        <source>Steps of the release</source>
        <translation>Pasos de la publicación</translation>
    </message>
    <message>
        <source>&amp;4 For whom</source>
        <translation>&amp;4 Para quién</translation>
    </message>
    <message>
        <source>Progress of the release</source>
        <translation>Progreso de la publicación</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>Pu&amp;blicar</translation>
    </message>
    <message>
        <source>Something was decided in the reports since: they are looked at again when you come back.</source>
        <translation>Desde entonces se ha decidido algo en los informes: se vuelven a mirar cuando usted vuelve a esta ventana.</translation>
    </message>
    <message>
        <source>Looking which reports may leave…</source>
        <translation>Mirando qué informes pueden salir…</translation>
    </message>
    <message>
        <source>No report may leave as reviewed: sign reports off first.</source>
        <translation>Ningún informe puede salir como revisado: fírmelos antes.</translation>
    </message>
    <message>
        <source>The check is under way.</source>
        <translation>La comprobación está en marcha.</translation>
    </message>
    <message>
        <source>The check holds the release back: see what it found.</source>
        <translation>La comprobación impide publicar: vea lo que encontró.</translation>
    </message>
    <message>
        <source>Expo&amp;rt unreviewed</source>
        <translation>Expo&amp;rtar sin revisar</translation>
    </message>
    <message>
        <source>Writing the reports…</source>
        <translation>Escribiendo los informes…</translation>
    </message>
    <message>
        <source>Checked, and not written yet: it goes to {folder} as {forms}.</source>
        <translation>Comprobado y aún sin escribir: se publica en {folder} como {forms}.</translation>
    </message>
    <message>
        <source>Nobody reviewed it: there is no certificate, and its names say so.</source>
        <translation>Nadie lo ha revisado: no lleva certificado y los nombres lo dicen.</translation>
    </message>
    <message>
        <source>Held, and staying unless you answer: {count}.</source>
        <translation>Retenidos, y se quedan si no responde: {count}.</translation>
    </message>
    <message>
        <source>The release that is there is replaced.</source>
        <translation>Sustituye la publicación que hay ahí.</translation>
    </message>
    <message>
        <source>Without a vault nothing undoes the codes.</source>
        <translation>Sin un archivo de códigos, nada deshace los códigos.</translation>
    </message>
    <message>
        <source>Writing: {step} of {total}</source>
        <translation>Escribiendo: {step} de {total}</translation>
    </message>
    <message>
        <source>Nothing was released, and what was there before is as it was. Free some space, check the permissions or choose another folder, and release again.</source>
        <translation>No se ha publicado nada y lo que había sigue como estaba. Libere espacio, revise los permisos o elija otra carpeta, y publique de nuevo.</translation>
    </message>
    <message>
        <source>Reports are held</source>
        <translation>Hay informes retenidos</translation>
    </message>
    <message>
        <source>Reports that are held and stay: {held}. Release the others ({others})?</source>
        <translation>Informes retenidos, que se quedan: {held}. ¿Publicar los demás ({others})?</translation>
    </message>
    <message>
        <source>Those that stay can leave later, once what holds them is answered. The certificate counts them.</source>
        <translation>Los que se quedan podrán salir cuando se responda a lo que los retiene. El certificado los cuenta.</translation>
    </message>
    <message>
        <source>Release the others</source>
        <translation>Publicar los demás</translation>
    </message>
    <message>
        <source>Everything in it goes, files that were added later as well.</source>
        <translation>Se pierde todo lo que contiene, también los archivos añadidos después.</translation>
    </message>
    <message>
        <source>Its vault stays, and brings back only copies of it that are elsewhere.</source>
        <translation>Su archivo de códigos se conserva, pero solo sirve para las copias que haya en otro sitio.</translation>
    </message>
    <message>
        <source>Replace the release</source>
        <translation>Sustituir la publicación</translation>
    </message>
    <message>
        <source>Replace the earlier release in {folder}?</source>
        <translation>¿Sustituir la publicación anterior de {folder}?</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Sustituirla</translation>
    </message>
    <message>
        <source>Reports released: {count}</source>
        <translation>Informes publicados: {count}</translation>
    </message>
    <message>
        <source>Reports exported unreviewed: {count}</source>
        <translation>Informes exportados sin revisar: {count}</translation>
    </message>
    <message>
        <source>They are in {folder}.</source>
        <translation>Están en {folder}.</translation>
    </message>
    <message>
        <source>The vault is {vault}.</source>
        <translation>El archivo de códigos es {vault}.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Show certificate</source>
        <translation>Ver el certificado</translation>
    </message>
    <message>
        <source>What is otherwise in the documents than in their originals:</source>
        <translation>En qué se diferencian los documentos de sus originales:</translation>
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
        <source>Reopen “{folder}”</source>
        <translation>Volver a abrir «{folder}»</translation>
    </message>
    <message>
        <source>Opening the folder…</source>
        <translation>Abriendo la carpeta…</translation>
    </message>
</context>
<context>
    <name>ReportView</name>
    <message>
        <source>Report text</source>
        <translation>Texto del informe</translation>
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
        <source>Signed off by {who}, {when}</source>
        <translation>Firmado por {who}, {when}</translation>
    </message>
    <message>
        <source>Last decision by {who}, {when}</source>
        <translation>Última decisión de {who}, {when}</translation>
    </message>
    <message>
        <source>Mentions of PHI expected to be left in it if it were released now: {leak}</source>
        <translation>Datos personales que se espera que queden si saliera ahora: {leak}</translation>
    </message>
    <message>
        <source>Uncertainty: {bits} bits, as many as decisions by tossing a coin</source>
        <translation>Incertidumbre: {bits} bits, como otras tantas decisiones a cara o cruz</translation>
    </message>
    <message>
        <source>≈ {leak} PHI</source>
        <translation>≈ {leak} datos</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} bits</translation>
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
        <source>Filter reports by reviewer</source>
        <translation>Filtrar informes por quien revisa</translation>
    </message>
    <message>
        <source>Order of the reports</source>
        <translation>Orden de los informes</translation>
    </message>
    <message>
        <source>Order of the reports; choose it again to sort anew.
Uncertainty: how open the pending suggestions are, in bits. Expected leak: how many mentions of PHI would be left if the report were released now.</source>
        <translation>Orden de los informes; elíjalo otra vez para volver a ordenar.
Incertidumbre: lo dudosas que son las sugerencias pendientes, en bits. Fuga esperada: cuántos datos personales quedarían si el informe saliera ahora.</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Por nombre</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Por estado</translation>
    </message>
    <message>
        <source>By expected leak</source>
        <translation>Por fuga esperada</translation>
    </message>
    <message>
        <source>By uncertainty</source>
        <translation>Por incertidumbre</translation>
    </message>
    <message>
        <source>By pending</source>
        <translation>Por pendientes</translation>
    </message>
    <message>
        <source>By last decision</source>
        <translation>Por última decisión</translation>
    </message>
    <message>
        <source>More is known by now: sort anew</source>
        <translation>Ya se sabe más: volver a ordenar</translation>
    </message>
    <message>
        <source>Sort anew</source>
        <translation>Volver a ordenar</translation>
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
        <source>From the time that half of the reports you signed did not take; pauses do not count</source>
        <translation>Según la mediana de lo que usted tardó en los informes que firmó; las pausas no cuentan</translation>
    </message>
    <message>
        <source>The open report is not among those listed.</source>
        <translation>El informe abierto no está en la lista.</translation>
    </message>
    <message>
        <source>All reviewers</source>
        <translation>Todas las personas</translation>
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
    <message>
        <source>Descending</source>
        <translation>Descendente</translation>
    </message>
    <message>
        <source>Ascending</source>
        <translation>Ascendente</translation>
    </message>
</context>
<context>
    <name>RevealDialog</name>
    <message>
        <source>Bring originals back</source>
        <translation>Recuperar originales</translation>
    </message>
    <message>
        <source>With its vault, a released folder gives the original reports again. It has to be as it was released. Each opening, a failed one as well, is noted beside the vault: who and when.</source>
        <translation>Con su archivo de códigos, una carpeta publicada devuelve los informes originales. Tiene que estar tal como se publicó. Cada apertura, también la fallida, queda anotada junto al archivo de códigos: quién y cuándo.</translation>
    </message>
    <message>
        <source>A new or empty folder</source>
        <translation>Una carpeta nueva o vacía</translation>
    </message>
    <message>
        <source>&amp;Released folder:</source>
        <translation>&amp;Carpeta publicada:</translation>
    </message>
    <message>
        <source>Choose the released folder…</source>
        <translation>Elegir la carpeta publicada…</translation>
    </message>
    <message>
        <source>&amp;Vault:</source>
        <translation>&amp;Archivo de códigos:</translation>
    </message>
    <message>
        <source>Choose the vault…</source>
        <translation>Elegir el archivo de códigos…</translation>
    </message>
    <message>
        <source>&amp;Originals go to:</source>
        <translation>Originales &amp;en:</translation>
    </message>
    <message>
        <source>Choose the folder for the originals…</source>
        <translation>Elegir la carpeta para los originales…</translation>
    </message>
    <message>
        <source>&amp;Passphrase:</source>
        <translation>Con&amp;traseña:</translation>
    </message>
    <message>
        <source>Passphrase of the &amp;second person:</source>
        <translation>Contraseña de la &amp;segunda persona:</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>&amp;Bring them back</source>
        <translation>&amp;Recuperarlos</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Vaults ({kinds})</source>
        <translation>Archivos de códigos ({kinds})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Opening the vault…</source>
        <translation>Abriendo el archivo de códigos…</translation>
    </message>
    <message>
        <source>Bringing back: {step} of {total}</source>
        <translation>Recuperando: {step} de {total}</translation>
    </message>
    <message>
        <source>Originals brought back to {folder}: {count}.</source>
        <translation>Originales recuperados en {folder}: {count}.</translation>
    </message>
    <message>
        <source>The vault is of an earlier version, which did not keep annotations (.ann).</source>
        <translation>El archivo de códigos es de una versión anterior, que no guardaba las anotaciones (.ann).</translation>
    </message>
    <message>
        <source>With their annotations (.ann): {count}.</source>
        <translation>Con sus anotaciones (.ann): {count}.</translation>
    </message>
    <message>
        <source>They hold personal data again: keep them like the reports.</source>
        <translation>Vuelven a contener datos personales: guárdelos como los informes.</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>Turn off a rule</source>
        <translation>Desactivar una regla</translation>
    </message>
    <message>
        <source>What is turned off</source>
        <translation>Qué se desactiva</translation>
    </message>
    <message>
        <source>In &amp;this folder only</source>
        <translation>Solo en &amp;esta carpeta</translation>
    </message>
    <message>
        <source>In &amp;every folder</source>
        <translation>En &amp;todas las carpetas</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Qué cambia</translation>
    </message>
    <message>
        <source>A double click, or Return, opens a report at that place.</source>
        <translation>Con un doble clic, o con Intro, se abre el informe en ese lugar.</translation>
    </message>
    <message>
        <source>Progress of the preview</source>
        <translation>Avance de la vista previa</translation>
    </message>
    <message>
        <source>&amp;Stop looking</source>
        <translation>&amp;Dejar de buscar</translation>
    </message>
    <message>
        <source>What has been decided stays as it is, and reports that are signed off are left alone.</source>
        <translation>Lo que ya está decidido se queda como está, y los informes firmados no se tocan.</translation>
    </message>
    <message>
        <source>Turn &amp;off</source>
        <translation>De&amp;sactivar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Loading the detector…</source>
        <translation>Cargando el detector…</translation>
    </message>
    <message>
        <source>{done} of {total} reports</source>
        <translation>{done} de {total} informes</translation>
    </message>
    <message>
        <source>Only {done} of {total} reports were looked at.</source>
        <translation>Solo se han mirado {done} de {total} informes.</translation>
    </message>
    <message numerus="yes">
        <source>%n reports could not be read.</source>
        <translation>
            <numerusform>No se ha podido leer %n informe.</numerusform>
            <numerusform>No se han podido leer %n informes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions go</source>
        <translation>
            <numerusform>%n sugerencia desaparece</numerusform>
            <numerusform>%n sugerencias desaparecen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change</source>
        <translation>
            <numerusform>%n cambia</numerusform>
            <numerusform>%n cambian</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n come instead</source>
        <translation>
            <numerusform>%n aparece en su lugar</numerusform>
            <numerusform>%n aparecen en su lugar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n reports</source>
        <translation>
            <numerusform>en %n informe</numerusform>
            <numerusform>en %n informes</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking what it changes in this folder…</source>
        <translation>Mirando qué cambia en esta carpeta…</translation>
    </message>
    <message>
        <source>It changes no suggestion in this folder.</source>
        <translation>No cambia ninguna sugerencia de esta carpeta.</translation>
    </message>
    <message numerus="yes">
        <source>%n stay: they are found in another way too.</source>
        <translation>
            <numerusform>%n se queda: se encuentra también de otra forma.</numerusform>
            <numerusform>%n se quedan: se encuentran también de otra forma.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are decided, and stay.</source>
        <translation>
            <numerusform>%n está decidida, y se queda.</numerusform>
            <numerusform>%n están decididas, y se quedan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RulesOffDialog</name>
    <message>
        <source>Rules that are off</source>
        <translation>Reglas desactivadas</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>Turn &amp;on again</source>
        <translation>&amp;Volver a activar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>in every folder</source>
        <translation>en todas las carpetas</translation>
    </message>
    <message>
        <source>in this folder</source>
        <translation>en esta carpeta</translation>
    </message>
    <message>
        <source>{where}; there is no such rule any more</source>
        <translation>{where}; esa regla ya no existe</translation>
    </message>
    <message>
        <source>These are left out when suggestions are made. Return turns the chosen one on again.</source>
        <translation>No se tienen en cuenta al sugerir. Con Intro se vuelve a activar la elegida.</translation>
    </message>
    <message>
        <source>No rule is off: every rule makes suggestions.</source>
        <translation>No hay ninguna regla desactivada: todas hacen sugerencias.</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message>
        <source>Progress of the search</source>
        <translation>Progreso de la búsqueda</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Find in all reports of the folder</source>
        <translation>Buscar en todos los informes de la carpeta</translation>
    </message>
    <message>
        <source>Where to search</source>
        <translation>Dónde buscar</translation>
    </message>
    <message>
        <source>In all the text</source>
        <translation>En todo el texto</translation>
    </message>
    <message>
        <source>In mentions</source>
        <translation>En las menciones</translation>
    </message>
    <message>
        <source>Accepted, pending and rejected ones: as decided, in the .ann, or as suggested so far</source>
        <translation>Aceptadas, pendientes y rechazadas: las decididas, las del .ann y las sugeridas hasta ahora</translation>
    </message>
    <message>
        <source>In unmarked text</source>
        <translation>En el texto sin marcar</translation>
    </message>
    <message>
        <source>Where nothing is accepted or pending: what may have been missed</source>
        <translation>Donde no hay nada aceptado ni pendiente: lo que pudo escaparse</translation>
    </message>
    <message>
        <source>Class of the mentions</source>
        <translation>Clase de las menciones</translation>
    </message>
    <message>
        <source>Decision on the mentions</source>
        <translation>Decisión sobre las menciones</translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation>Cualquier decisión</translation>
    </message>
    <message>
        <source>&amp;Whole words</source>
        <translation>&amp;Palabras completas</translation>
    </message>
    <message>
        <source>Case and accents &amp;count</source>
        <translation>Distinguir ma&amp;yúsculas y tildes</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Cerrar (Esc)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Cerrar la búsqueda</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Lo encontrado</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>{found} found · {step} of {total} reports</source>
        <translation>Encontradas: {found} · {step} de {total} informes</translation>
    </message>
    <message>
        <source>Stopped; found so far: {found}</source>
        <translation>Detenida; encontradas hasta ahora: {found}</translation>
    </message>
    <message>
        <source>The first {found} are shown; look for something rarer</source>
        <translation>Se muestran las primeras {found}; busque algo menos frecuente</translation>
    </message>
    <message>
        <source>{found} found in {reports} reports</source>
        <translation>Encontradas: {found}, en {reports} informes</translation>
    </message>
    <message>
        <source>{found} found in one report</source>
        <translation>Encontradas: {found}, en un informe</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No se encuentra</translation>
    </message>
    <message>
        <source>not searched, because they cannot be read: {count}</source>
        <translation>sin buscar, por no poder leerse: {count}</translation>
    </message>
    <message>
        <source>The report has changed since: it does not stand there any more.</source>
        <translation>El informe ha cambiado: el texto ya no está ahí.</translation>
    </message>
</context>
<context>
    <name>SecondReaderDialog</name>
    <message>
        <source>Second reader</source>
        <translation>Segunda lectura</translation>
    </message>
    <message>
        <source>Share of the signed-off &amp;reports:</source>
        <translation>Pa&amp;rte de los informes firmados:</translation>
    </message>
    <message>
        <source>Found so far</source>
        <translation>Resultados hasta ahora</translation>
    </message>
    <message>
        <source>Looking it up…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>&amp;No second reader</source>
        <translation>Sin &amp;segunda lectura</translation>
    </message>
    <message>
        <source>A random &amp;share of the reports</source>
        <translation>Una parte de los informes, al &amp;azar</translation>
    </message>
    <message>
        <source>Nobody can foresee or choose which. What is found in them holds for all the others as well: it tells how much was missed in the whole folder.</source>
        <translation>Nadie puede saber ni elegir cuáles. Lo que se encuentre en ellos vale también para los demás: indica cuánto se ha escapado en toda la carpeta.</translation>
    </message>
    <message>
        <source>The reports with the riskiest &amp;passages</source>
        <translation>Los informes con los &amp;pasajes de más riesgo</translation>
    </message>
    <message>
        <source>Where most may have been left unmarked: suggestions that were rejected, by their confidence, and what was not read. The second reader is led from one to the next.</source>
        <translation>Aquellos donde más puede haber quedado sin marcar: sugerencias rechazadas, según su confianza, y texto que no se leyó. La segunda persona va de un pasaje al siguiente.</translation>
    </message>
    <message>
        <source>A report is done when one person has signed it off.</source>
        <translation>Un informe está terminado cuando lo ha firmado una persona.</translation>
    </message>
    <message>
        <source>Now that is {chosen} of {signed} signed-off reports. Read by a second person: {read}; still to be read: {left}.</source>
        <translation>Ahora son {chosen} de {signed} informes firmados. Leídos por una segunda persona: {read}; por leer: {left}.</translation>
    </message>
    <message>
        <source>No report has been read by a second person yet.</source>
        <translation>Todavía no hay ningún informe leído por una segunda persona.</translation>
    </message>
    <message>
        <source>Reports read by two people: {reports} (words: {words}; mentions: {mentions}).</source>
        <translation>Informes leídos por dos personas: {reports} (palabras: {words}; menciones: {mentions}).</translation>
    </message>
    <message>
        <source>PHI that the first reader had missed: {count}</source>
        <translation>Datos personales no vistos en la primera lectura: {count}</translation>
    </message>
    <message>
        <source>Mentions taken off: {removed}; with another class: {relabelled}; with other ends: {resized}.</source>
        <translation>Menciones quitadas: {removed}; con otra clase: {relabelled}; con otros límites: {resized}.</translation>
    </message>
    <message>
        <source>Agreement of both readers: {share} % of the mentions are equal in ends and class.</source>
        <translation>Acuerdo entre las dos lecturas: el {share} % de las menciones coincide en límites y clase.</translation>
    </message>
    <message>
        <source>Of those drawn at random, PHI had been missed in {count} of {reports}. So it is in at most {share} % of all signed-off reports (with 95 % confidence).</source>
        <translation>De los elegidos al azar, en {count} de {reports} había quedado algún dato personal sin ver. Por tanto, ocurre como mucho en el {share} % de todos los informes firmados (con una confianza del 95 %).</translation>
    </message>
    <message>
        <source>Reports whose decisions cannot be read, and are not counted: {count}.</source>
        <translation>Informes cuyas decisiones no se pueden leer y no se cuentan: {count}.</translation>
    </message>
</context>
<context>
    <name>SecondReading</name>
    <message>
        <source>Second reading: {name} has signed it off.</source>
        <translation>Segunda lectura: lo firmó {name}.</translation>
    </message>
    <message>
        <source>Read it as if nobody had, and sign off.</source>
        <translation>Léalo como si nadie lo hubiera leído y fírmelo.</translation>
    </message>
    <message>
        <source>{name} has signed it off, and another person is to read it.</source>
        <translation>Lo firmó {name} y debe leerlo otra persona.</translation>
    </message>
    <message>
        <source>Whoever that is first writes their name in the settings.</source>
        <translation>Quien lo lea debe escribir antes su nombre en la configuración.</translation>
    </message>
    <message>
        <source>You have signed it off. Now another person is to read it.</source>
        <translation>Usted lo ha firmado. Ahora debe leerlo otra persona.</translation>
    </message>
    <message>
        <source>You cannot be its second reader. Editing withdraws your sign-off.</source>
        <translation>Usted no puede hacer la segunda lectura. Si lo edita, se retira su firma.</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Retirar</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>Pasaje siguiente</translation>
    </message>
    <message>
        <source>Suggestions that were rejected, and could be PHI all the same: {count}.</source>
        <translation>Sugerencias rechazadas que aun así podrían ser datos personales: {count}.</translation>
    </message>
    <message>
        <source>Passage {at} of {count}: rejected, and PHI all the same?</source>
        <translation>Pasaje {at} de {count}: se rechazó, ¿es un dato personal?</translation>
    </message>
    <message>
        <source>Passages left to look at: {count}.</source>
        <translation>Pasajes que quedan por mirar: {count}.</translation>
    </message>
    <message>
        <source>Every passage has been looked at. Sign off.</source>
        <translation>Ha mirado todos los pasajes. Ya puede firmar.</translation>
    </message>
    <message>
        <source>Sign off all the same</source>
        <translation>Firmar de todos modos</translation>
    </message>
</context>
<context>
    <name>SensitivityRow</name>
    <message>
        <source>How sure a pending suggestion must be to be shown</source>
        <translation>Cuán segura debe ser una sugerencia pendiente para verse</translation>
    </message>
    <message>
        <source>Hides pending suggestions that are less sure; what is decided always stays.
Furthest to the right, doubts are shown as well: what the model held possible without suggesting it, and what merely looks like PHI.</source>
        <translation>Oculta las sugerencias pendientes menos seguras; lo decidido siempre se ve.
Más a la derecha se ven también las dudas: lo que el modelo creyó posible sin sugerirlo y lo que solo parece un dato personal.</translation>
    </message>
    <message>
        <source>Expected numbers, from how often suggestions of the same confidence were right when measured.</source>
        <translation>Números esperados, según cuántas veces acertaron las sugerencias de igual confianza cuando se midieron.</translation>
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
        <source>Looking for suggestions…</source>
        <translation>Buscando sugerencias…</translation>
    </message>
    <message>
        <source>{false} of them not PHI</source>
        <translation>falsas: {false}</translation>
    </message>
    <message>
        <source>Still looking for hidden ones…</source>
        <translation>Buscando las ocultas…</translation>
    </message>
    <message>
        <source>{missed} of them PHI</source>
        <translation>ciertas: {missed}</translation>
    </message>
    <message>
        <source>(from {least})</source>
        <translation>(seguras al {least} o más)</translation>
    </message>
    <message>
        <source>(with all doubts)</source>
        <translation>(con todas las dudas)</translation>
    </message>
    <message>
        <source>(with doubts from {least})</source>
        <translation>(y dudas del {least} o más)</translation>
    </message>
</context>
<context>
    <name>SettingField</name>
    <message>
        <source>Another model…</source>
        <translation>Otro modelo…</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder</source>
        <translation>Elija la carpeta de un modelo</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vaciar</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Aplicar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
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
        <translation>Buscar una acción, una clase o una tecla</translation>
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
        <source>Nothing matches</source>
        <translation>Nada coincide</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>&amp;Cambiar…</translation>
    </message>
    <message>
        <source>&amp;Add a key…</source>
        <translation>&amp;Añadir una tecla…</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Restablecer</translation>
    </message>
    <message>
        <source>Give the action chosen here its first keys again</source>
        <translation>Devolver sus primeras teclas a la acción elegida aquí</translation>
    </message>
    <message>
        <source>Reset a&amp;ll</source>
        <translation>Restablecer &amp;todas</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>&amp;Imprimir…</translation>
    </message>
    <message>
        <source>&amp;Swap</source>
        <translation>Inter&amp;cambiar</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Dejarlo</translation>
    </message>
    <message>
        <source>The keys of mentions and classes act while the report has the focus; Esc leads back to it, Tab leaves it. A class key adds the selected text, or changes the class of the current mention.</source>
        <translation>Las teclas de menciones y clases actúan mientras el informe tiene el foco; Esc vuelve a él y Tab sale de él. La tecla de una clase añade el texto seleccionado o cambia la clase de la mención actual.</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation>Cambiada por usted</translation>
    </message>
    <message>
        <source>Press the new key for «{title}»; Esc leaves it as it is.</source>
        <translation>Pulse la tecla nueva para «{title}»; Esc la deja como está.</translation>
    </message>
    <message>
        <source>{why} Press another key, or Esc.</source>
        <translation>{why} Pulse otra tecla, o Esc.</translation>
    </message>
    <message>
        <source>{key} does «{other}» already.</source>
        <translation>{key} ya sirve para «{other}».</translation>
    </message>
    <message>
        <source>Give it to «{title}» instead?</source>
        <translation>¿Dársela a «{title}» en su lugar?</translation>
    </message>
    <message>
        <source>&amp;Give it</source>
        <translation>&amp;Dársela</translation>
    </message>
    <message>
        <source>Swap the two? «{other}» has {key} then.</source>
        <translation>¿Intercambiarlas? «{other}» tendrá entonces {key}.</translation>
    </message>
    <message>
        <source>«{title}» has {key} now.</source>
        <translation>«{title}» tiene ahora {key}.</translation>
    </message>
    <message>
        <source>All actions and classes have their first keys again.</source>
        <translation>Todas las acciones y clases tienen otra vez sus primeras teclas.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>SigningOff</name>
    <message>
        <source>Nothing is asked before signing off.</source>
        <translation>No hay ninguna pregunta antes de firmar.</translation>
    </message>
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
        <source>Show them and go to the first</source>
        <translation>Mostrarlas e ir a la primera</translation>
    </message>
    <message>
        <source>A report is signed off when every suggestion has been decided.</source>
        <translation>Un informe se firma cuando se han decidido todas sus sugerencias.</translation>
    </message>
    <message>
        <source>Likely to be personal data: {count}.</source>
        <translation>Probables datos personales: {count}.</translation>
    </message>
    <message numerus="yes">
        <source>Reject the %n left and sign off</source>
        <translation>
            <numerusform>Rechazar la %n que queda y firmar</numerusform>
            <numerusform>Rechazar las %n que quedan y firmar</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the first</source>
        <translation>Ir a la primera</translation>
    </message>
    <message>
        <source>Suggestions of hidden classes are among them. Show all classes and decide on them.</source>
        <translation>Entre ellas hay sugerencias de clases ocultas. Muestre todas las clases y decida sobre ellas.</translation>
    </message>
    <message>
        <source>Among them, hidden because they are less sure: {count}; {missed} of these are likely to be PHI. Show them and decide on them.</source>
        <translation>Entre ellas, ocultas por ser menos seguras: {count}; probablemente sean datos personales: {missed}. Muéstrelas y decida sobre ellas.</translation>
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
        <source>Decisions by reviewer</source>
        <translation>Decisiones por revisor</translation>
    </message>
    <message>
        <source>Reports by state</source>
        <translation>Informes por estado</translation>
    </message>
    <message>
        <source>Mentions by class</source>
        <translation>Menciones por clase</translation>
    </message>
    <message>
        <source>Decisions by kind</source>
        <translation>Decisiones por tipo</translation>
    </message>
    <message>
        <source>Reports by the time they took</source>
        <translation>Informes por el tiempo que llevaron</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>&amp;Gráficos</translation>
    </message>
    <message>
        <source>By &amp;class</source>
        <translation>Por &amp;clase</translation>
    </message>
    <message>
        <source>By &amp;reviewer</source>
        <translation>Por &amp;revisor</translation>
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
        <source>Reviewer</source>
        <translation>Revisor</translation>
    </message>
    <message>
        <source>Reports signed</source>
        <translation>Informes firmados</translation>
    </message>
    <message>
        <source>Reports that are signed off now and bear this signature</source>
        <translation>Informes que están firmados y llevan esta firma</translation>
    </message>
    <message>
        <source>As second reader</source>
        <translation>En segunda lectura</translation>
    </message>
    <message>
        <source>Of these, read after somebody else had signed them</source>
        <translation>De ellos, leídos después de que otra persona los firmara</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Decisiones</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Without pauses over 5 minutes</source>
        <translation>Sin las pausas de más de 5 minutos</translation>
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
        <source>Rejected suggestions, and findings rejected in the second sweep</source>
        <translation>Sugerencias rechazadas, y hallazgos rechazados en la segunda pasada</translation>
    </message>
    <message>
        <source>PHI that was suggested, of all that was accepted</source>
        <translation>Datos personales ya sugeridos, de todos los aceptados</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Partes</translation>
    </message>
    <message>
        <source>Without those that were undone</source>
        <translation>Sin las que se deshicieron</translation>
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
        <source>Read before signing off: {median} of the words (median), at least {lowest}.</source>
        <translation>Leído antes de firmar: el {median} de las palabras (mediana), como mínimo el {lowest}.</translation>
    </message>
    <message>
        <source>Agreement with the detector: {right} of the suggestions were accepted as they were; {found} of the PHI had been suggested.</source>
        <translation>Acuerdo con el detector: se aceptó sin cambios el {right} de las sugerencias; estaba sugerido el {found} de los datos personales.</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>other classes: {count}</source>
        <translation>otras clases: {count}</translation>
    </message>
    <message>
        <source>accepted as suggested</source>
        <translation>aceptadas sin cambios</translation>
    </message>
    <message>
        <source>with another class</source>
        <translation>con otra clase</translation>
    </message>
    <message>
        <source>with other ends</source>
        <translation>con otros límites</translation>
    </message>
    <message>
        <source>kept from the .ann</source>
        <translation>del .ann, sin tocar</translation>
    </message>
    <message>
        <source>taken off</source>
        <translation>quitadas</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>sin nombre</translation>
    </message>
    <message>
        <source>No report has been read by two people (Report, Second reader).</source>
        <translation>Ningún informe se ha leído dos veces (Informe, Segunda lectura).</translation>
    </message>
    <message>
        <source>Reports read by two people: {count}.</source>
        <translation>Informes leídos por dos personas: {count}.</translation>
    </message>
    <message>
        <source>Agreement of first and second reader: {share} % of the mentions are equal.</source>
        <translation>Acuerdo entre la primera y la segunda lectura: el {share} % de las menciones coincide.</translation>
    </message>
    <message>
        <source>Missed by the first reader: {count}; in reports: {reports}.</source>
        <translation>Se escaparon en la primera lectura: {count}; informes afectados: {reports}.</translation>
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
        <translation>Pausar o reanudar la preanotación</translation>
    </message>
    <message>
        <source>Looking for suggestions…</source>
        <translation>Buscando sugerencias…</translation>
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
        <translation>Dato personal</translation>
    </message>
    <message>
        <source>Mark it as PHI of this class; a class key marks it as that</source>
        <translation>Marcarlo como dato personal de esta clase; con la tecla de una clase, como esa clase</translation>
    </message>
    <message>
        <source>Not PHI</source>
        <translation>No es un dato</translation>
    </message>
    <message>
        <source>It is not PHI, and does not come back</source>
        <translation>No es un dato personal, y no vuelve a aparecer</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>Leave it for now</source>
        <translation>Dejarlo por ahora</translation>
    </message>
    <message>
        <source>Look at them</source>
        <translation>Revisarlos</translation>
    </message>
    <message>
        <source>Look at them first</source>
        <translation>Revisarlos antes</translation>
    </message>
    <message>
        <source>Sign off all the same</source>
        <translation>Firmar de todos modos</translation>
    </message>
    <message>
        <source>Sign off without looking at them</source>
        <translation>Firmar sin mirarlos</translation>
    </message>
    <message>
        <source>Mark as PHI of the class proposed</source>
        <translation>Marcar como dato personal de la clase propuesta</translation>
    </message>
    <message>
        <source>Mark with another class</source>
        <translation>Marcar con otra clase</translation>
    </message>
    <message>
        <source>Not PHI: it does not come back</source>
        <translation>No es un dato personal: no vuelve a aparecer</translation>
    </message>
    <message>
        <source>Next finding, the one before</source>
        <translation>Hallazgo siguiente, anterior</translation>
    </message>
    <message>
        <source>Mark with a class</source>
        <translation>Marcar con una clase</translation>
    </message>
    <message>
        <source>the class&apos;s key</source>
        <translation>la tecla de la clase</translation>
    </message>
    <message numerus="yes">
        <source>Before signing off: %n places look like PHI and are not marked.</source>
        <translation>
            <numerusform>Antes de firmar: %n sitio parece un dato personal y no está marcado.</numerusform>
            <numerusform>Antes de firmar: %n sitios parecen datos personales y no están marcados.</numerusform>
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
        <translation>No queda nada que parezca un dato personal y no esté marcado.</translation>
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
        <source>It cannot be released: the sign-off is of an earlier version or of other classes, or is not in review.jsonl. Withdraw it, look at the report and sign it off again.</source>
        <translation>No puede publicarse: la firma es de una versión anterior o de otras clases, o no está en review.jsonl. Retírela, revise el informe y vuelva a firmarlo.</translation>
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
        <source>Why?</source>
        <translation>¿Por qué?</translation>
    </message>
    <message>
        <source>{title}: none decided one by one yet</source>
        <translation>{title}: ninguna decidida todavía</translation>
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
        <source>Waiting for a second reader: {count}.</source>
        <translation>Pendientes de la segunda lectura: {count}.</translation>
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
        <source>Counting how right suggestions were in your signed-off reports</source>
        <translation>Contando los aciertos de las sugerencias en sus informes firmados</translation>
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
        <source>Not accepted together; classes that have not earned it yet: {count}.</source>
        <translation>Hay que decidirlas una a una todavía; clases con pocos aciertos comprobados: {count}.</translation>
    </message>
    <message>
        <source>Not accepted together: your signed-off reports do not make sure as yet that {wanted} are right. {classes}.</source>
        <translation>Hay que decidirlas una a una todavía: sus informes firmados aún no demuestran que acierten el {wanted}. {classes}.</translation>
    </message>
    <message>
        <source>{title}: {right} of {total} right one by one, sure of {sure}</source>
        <translation>{title}: {right} aciertos de {total} (demostrado: {sure})</translation>
    </message>
    <message>
        <source>at least {lacking} more needed</source>
        <translation>faltan {lacking} aciertos o más</translation>
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
    <name>Tools</name>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
</context>
<context>
    <name>TreatmentOptions</name>
    <message>
        <source>What becomes of the chosen classes</source>
        <translation>Qué se hace con las clases elegidas</translation>
    </message>
    <message>
        <source>What of it is still said</source>
        <translation>Qué se sigue diciendo</translation>
    </message>
    <message>
        <source>num&amp;bered</source>
        <translation>&amp;numerada</translation>
    </message>
    <message>
        <source>Different persons and things get different numbers</source>
        <translation>Cada persona o cosa distinta lleva un número distinto</translation>
    </message>
    <message>
        <source>Length of the mask</source>
        <translation>Longitud de la máscara</translation>
    </message>
    <message>
        <source>as long as the text</source>
        <translation>tan larga como el texto</translation>
    </message>
    <message>
        <source> signs</source>
        <translation> signos</translation>
    </message>
    <message>
        <source>Years of an age band</source>
        <translation>Años de cada tramo de edad</translation>
    </message>
    <message>
        <source> years a band</source>
        <translation> años por tramo</translation>
    </message>
    <message>
        <source>Age from which on all are one</source>
        <translation>Edad a partir de la cual no se distingue</translation>
    </message>
    <message>
        <source>from </source>
        <translation>desde </translation>
    </message>
    <message>
        <source> years as one</source>
        <translation> años, juntas</translation>
    </message>
    <message>
        <source>Towns with at least as many inhabitants stay</source>
        <translation>Se conservan las localidades con estos habitantes o más</translation>
    </message>
    <message>
        <source>no town stays</source>
        <translation>no se conserva ninguna localidad</translation>
    </message>
    <message>
        <source>towns from </source>
        <translation>localidades desde </translation>
    </message>
    <message>
        <source> inhabitants stay</source>
        <translation> hab. se conservan</translation>
    </message>
    <message>
        <source>Stays as written:</source>
        <translation>Queda como está escrito:</translation>
    </message>
    <message>
        <source>For all classes of this policy that get surrogates. Else it becomes the class, or another occupation or country.</source>
        <translation>Para todas las clases de esta política que se sustituyen. Si no, queda la clase, u otra ocupación u otro país.</translation>
    </message>
    <message>
        <source>Chosen classes: {count}</source>
        <translation>Clases elegidas: {count}</translation>
    </message>
</context>
<context>
    <name>TurningOff</name>
    <message>
        <source>Rules that are off…</source>
        <translation>Reglas desactivadas…</translation>
    </message>
    <message>
        <source>There is no rule here to turn off.</source>
        <translation>Aquí no hay ninguna regla que desactivar.</translation>
    </message>
    <message>
        <source>Turned off in every folder: {rule}</source>
        <translation>Desactivada en todas las carpetas: {rule}</translation>
    </message>
    <message>
        <source>Turned off in this folder: {rule}</source>
        <translation>Desactivada en esta carpeta: {rule}</translation>
    </message>
    <message>
        <source>Turned on again: {rule}</source>
        <translation>Activada de nuevo: {rule}</translation>
    </message>
    <message numerus="yes">
        <source>%n rules off</source>
        <translation>
            <numerusform>%n regla desactivada</numerusform>
            <numerusform>%n reglas desactivadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of the rules that are off do not exist any more: {names}.</source>
        <translation>Algunas de las reglas desactivadas ya no existen: {names}.</translation>
    </message>
    <message>
        <source>Nothing else is affected; they can be taken off the list.</source>
        <translation>Nada más cambia; puede quitarlas de la lista.</translation>
    </message>
</context>
<context>
    <name>UndoTitles</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rehacer</translation>
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
    <name>WhatPage</name>
    <message>
        <source>Reviewed report&amp;s, with a certificate</source>
        <translation>Informes revi&amp;sados, con certificado</translation>
    </message>
    <message>
        <source>Unrev&amp;iewed export: all reports, without a certificate</source>
        <translation>Exportación s&amp;in revisar: todos los informes, sin certificado</translation>
    </message>
    <message>
        <source>⚠ Nobody has confirmed that all personal data is marked in them. What is not marked leaves as it is, unless the check happens to find it. The names of the files and a note beside them say that nobody reviewed them.</source>
        <translation>⚠ Nadie ha confirmado que estén marcados todos los datos personales. Lo que no esté marcado sale tal cual, salvo que la comprobación dé con ello. Los nombres de los archivos y una nota junto a ellos dicen que nadie los ha revisado.</translation>
    </message>
    <message>
        <source>⚠ This folder was reviewed here, and what was decided on its reports is no longer there. Review them again in the window and sign them off.</source>
        <translation>⚠ Esta carpeta se revisó en este programa y lo que se decidió sobre sus informes ya no está. Revíselos de nuevo en la ventana y fírmelos.</translation>
    </message>
    <message>
        <source>Reports that st&amp;ay:</source>
        <translation>Informes que se &amp;quedan:</translation>
    </message>
    <message>
        <source>Reports that stay</source>
        <translation>Informes que se quedan</translation>
    </message>
    <message>
        <source>Nobody has decided anything here. Who reviewed the an&amp;notations, and how:</source>
        <translation>Aquí nadie ha decidido nada. Quién revisó las a&amp;notaciones, y cómo:</translation>
    </message>
    <message>
        <source>who, how</source>
        <translation>quién, cómo</translation>
    </message>
    <message>
        <source>Patient &amp;data…</source>
        <translation>&amp;Datos de pacientes…</translation>
    </message>
    <message>
        <source>Open a table of what is known of the patients</source>
        <translation>Abre una tabla con lo que se sabe de los pacientes</translation>
    </message>
    <message>
        <source>Reports whose patient is known: {known} of {total}. In them the check looks for the patient&apos;s data as well, and one patient gets the same surrogates in all reports.</source>
        <translation>Informes con datos conocidos del paciente: {known} de {total}. En ellos la comprobación busca también esos datos, y un mismo paciente recibe los mismos sustitutos en todos sus informes.</translation>
    </message>
    <message>
        <source>⚠ Suggestions in them that nobody has decided: {count}. The release waits for that.</source>
        <translation>⚠ Sugerencias sin decidir en ellos: {count}. La publicación espera a que se decidan.</translation>
    </message>
    <message>
        <source>Looking which reports may leave…</source>
        <translation>Mirando qué informes pueden salir…</translation>
    </message>
    <message>
        <source>Reports that leave: {count}</source>
        <translation>Informes que salen: {count}</translation>
    </message>
    <message>
        <source>No report can leave yet</source>
        <translation>Todavía no puede salir ningún informe</translation>
    </message>
    <message>
        <source>Reports whose files cannot be read: {count}.</source>
        <translation>Informes cuyos archivos no se pueden leer: {count}.</translation>
    </message>
</context>
<context>
    <name>_Field</name>
    <message>
        <source>Return: search · Shift+Return: another</source>
        <translation>Intro: buscar · Mayús+Intro: otro</translation>
    </message>
    <message>
        <source>Return: search</source>
        <translation>Intro: buscar</translation>
    </message>
</context>
<context>
    <name>_Overlay</name>
    <message>
        <source>Letters to jump to a word</source>
        <translation>Letras para saltar a una palabra</translation>
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
        <source>Re&amp;lease reports…</source>
        <translation>P&amp;ublicar informes…</translation>
    </message>
    <message>
        <source>&amp;Bring originals back…</source>
        <translation>Recuperar &amp;originales…</translation>
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
        <source>Find in all &amp;reports</source>
        <translation>Buscar en todos los &amp;informes</translation>
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
        <source>Sign off all the same, when it asks first</source>
        <translation>Firmar de todos modos, cuando pregunta antes</translation>
    </message>
    <message>
        <source>Second s&amp;weep: what may have been missed</source>
        <translation>Se&amp;gunda pasada: lo que pudo escaparse</translation>
    </message>
    <message>
        <source>Next place that was not r&amp;ead</source>
        <translation>Siguiente parte sin &amp;leer</translation>
    </message>
    <message>
        <source>&amp;Withdraw the sign-off</source>
        <translation>Re&amp;tirar la firma</translation>
    </message>
    <message>
        <source>Next passage of the second reading</source>
        <translation>Pasaje siguiente de la segunda lectura</translation>
    </message>
    <message>
        <source>Previous passage of the second reading</source>
        <translation>Pasaje anterior de la segunda lectura</translation>
    </message>
    <message>
        <source>Sec&amp;ond reader…</source>
        <translation>Segunda lect&amp;ura…</translation>
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
        <source>Turn off the rule…</source>
        <translation>Desactivar la regla…</translation>
    </message>
    <message>
        <source>Rules that are off…</source>
        <translation>Reglas desactivadas…</translation>
    </message>
    <message>
        <source>&amp;Next pending</source>
        <translation>&amp;Siguiente pendiente</translation>
    </message>
    <message>
        <source>Past rele&amp;ases…</source>
        <translation>Publicaciones an&amp;teriores…</translation>
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
        <source>&amp;Jump to unmarked text…</source>
        <translation>Saltar al te&amp;xto sin marcar…</translation>
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
        <source>&amp;Your checks…</source>
        <translation>Sus c&amp;omprobaciones…</translation>
    </message>
    <message>
        <source>Stat&amp;istics…</source>
        <translation>Estadíst&amp;icas…</translation>
    </message>
    <message>
        <source>To the next panel</source>
        <translation>Al panel siguiente</translation>
    </message>
    <message>
        <source>To the previous panel</source>
        <translation>Al panel anterior</translation>
    </message>
    <message>
        <source>To the reports</source>
        <translation>A los informes</translation>
    </message>
    <message>
        <source>To the report&apos;s text</source>
        <translation>Al texto del informe</translation>
    </message>
    <message>
        <source>To the mentions</source>
        <translation>A las menciones</translation>
    </message>
    <message>
        <source>To the classes</source>
        <translation>A las clases</translation>
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
        <source>&amp;Dark or light</source>
        <translation>Oscuro o &amp;claro</translation>
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
    <name>checks</name>
    <message>
        <source>Only reports that nobody has begun, of at least {lines} lines, get them: when they are opened, and their suggestions are there.</source>
        <translation>Solo las reciben los informes que nadie ha empezado y que tienen al menos {lines} líneas: al abrirlos, si sus sugerencias ya están.</translation>
    </message>
</context>
<context>
    <name>dates</name>
    <message>
        <source>today {hour}</source>
        <translation>hoy {hour}</translation>
    </message>
    <message>
        <source>yesterday {hour}</source>
        <translation>ayer {hour}</translation>
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
        <source>Click to sort</source>
        <translation>Pulse para ordenar</translation>
    </message>
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
    <name>outside</name>
    <message>
        <source>The system has no program that opens {path}.</source>
        <translation>El sistema no tiene ningún programa que abra {path}.</translation>
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
        <translation>NHC, DNI, CIPA…</translation>
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
    <name>recovery</name>
    <message>
        <source>Safe: {safe}. To be signed off again: {again}. With decisions lost: {gone}.</source>
        <translation>A salvo: {safe}. Por firmar de nuevo: {again}. Con decisiones perdidas: {gone}.</translation>
    </message>
</context>
<context>
    <name>release</name>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Tapar</translation>
    </message>
    <message>
        <source>Class tag</source>
        <translation>Etiqueta de clase</translation>
    </message>
    <message>
        <source>Surrogate</source>
        <translation>Sustituto</translation>
    </message>
    <message>
        <source>Reversible code</source>
        <translation>Código reversible</translation>
    </message>
    <message>
        <source>Generalise</source>
        <translation>Generalizar</translation>
    </message>
    <message>
        <source>The text stays as it is. It leaves with the report.</source>
        <translation>El texto se queda como está. Sale con el informe.</translation>
    </message>
    <message>
        <source>The text is cut out.</source>
        <translation>El texto se quita.</translation>
    </message>
    <message>
        <source>The text is covered: ███.</source>
        <translation>El texto se tapa: ███.</translation>
    </message>
    <message>
        <source>Something invented of the same kind takes its place.</source>
        <translation>En su lugar va algo inventado del mismo tipo.</translation>
    </message>
    <message>
        <source>A code takes its place: [[K3VQ7AZD]]. Only the vault says what it stands for.</source>
        <translation>En su lugar va un código: [[K3VQ7AZD]]. Solo el archivo de códigos dice a qué corresponde.</translation>
    </message>
    <message>
        <source>It is said less exactly. What cannot be becomes a class tag.</source>
        <translation>Se dice con menos detalle. Lo que no se puede pasa a etiqueta de clase.</translation>
    </message>
    <message>
        <source>Mask, {count} signs</source>
        <translation>Tapar, {count} signos</translation>
    </message>
    <message>
        <source>Class tag, numbered</source>
        <translation>Etiqueta numerada</translation>
    </message>
    <message>
        <source>Bands of {years} years</source>
        <translation>Tramos de {years} años</translation>
    </message>
    <message>
        <source>Ages from {years} as one</source>
        <translation>Desde {years} años, juntas</translation>
    </message>
    <message>
        <source>kinship</source>
        <translation>parentesco</translation>
    </message>
    <message>
        <source>sex</source>
        <translation>sexo</translation>
    </message>
    <message>
        <source>age</source>
        <translation>edad</translation>
    </message>
    <message>
        <source>ages of relatives</source>
        <translation>edades de familiares</translation>
    </message>
    <message>
        <source>ages at events</source>
        <translation>edades en que algo pasó</translation>
    </message>
    <message>
        <source>occupation</source>
        <translation>ocupación</translation>
    </message>
    <message>
        <source>origin, religion</source>
        <translation>origen, religión</translation>
    </message>
    <message>
        <source>orientation</source>
        <translation>orientación</translation>
    </message>
    <message>
        <source>circumstances</source>
        <translation>circunstancias</translation>
    </message>
    <message>
        <source>country</source>
        <translation>país</translation>
    </message>
    <message>
        <source>As written, but for names</source>
        <translation>Como está, salvo los nombres</translation>
    </message>
    <message>
        <source>As written, under 90</source>
        <translation>Como está, hasta 89 años</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>Como está</translation>
    </message>
    <message>
        <source>Age bands</source>
        <translation>Tramos de edad</translation>
    </message>
    <message>
        <source>High ages as one</source>
        <translation>Edades altas juntas</translation>
    </message>
    <message>
        <source>Year only</source>
        <translation>Solo el año</translation>
    </message>
    <message>
        <source>Month and year</source>
        <translation>Mes y año</translation>
    </message>
    <message>
        <source>Province</source>
        <translation>Provincia</translation>
    </message>
    <message>
        <source>Goes on beside its mark</source>
        <translation>Continúa fuera de su marca</translation>
    </message>
    <message>
        <source>Detected, not marked</source>
        <translation>Detectado, sin marcar</translation>
    </message>
    <message>
        <source>Behind a label, not marked</source>
        <translation>Tras una etiqueta, sin marcar</translation>
    </message>
    <message>
        <source>Possible, not marked</source>
        <translation>Posible, sin marcar</translation>
    </message>
    <message>
        <source>Ordinary word</source>
        <translation>Palabra corriente</translation>
    </message>
    <message>
        <source>Disease, test, scale or device</source>
        <translation>Enfermedad, prueba, escala o dispositivo</translation>
    </message>
    <message>
        <source>Value, dose or code of no person</source>
        <translation>Valor, dosis o código de nadie</translation>
    </message>
    <message>
        <source>Place or institution that tells nothing of anybody</source>
        <translation>Lugar o institución que no dice nada de nadie</translation>
    </message>
    <message>
        <source>Author, guideline or law</source>
        <translation>Autor, guía o ley</translation>
    </message>
    <message>
        <source>No surrogate</source>
        <translation>Sin sustituto</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Concordancia</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>Dejar como está</translation>
    </message>
    <message>
        <source>The name of the class stands in its place: {tag}.</source>
        <translation>En su lugar queda el nombre de la clase: {tag}.</translation>
    </message>
    <message>
        <source>in the report</source>
        <translation>en el informe</translation>
    </message>
    <message>
        <source>of the patient</source>
        <translation>del paciente</translation>
    </message>
    <message>
        <source>in the folder</source>
        <translation>en la carpeta</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>el mismo</translation>
    </message>
    <message>
        <source>another in each report</source>
        <translation>otro en cada informe</translation>
    </message>
    <message>
        <source>often another</source>
        <translation>a menudo otro</translation>
    </message>
    <message>
        <source>intervals</source>
        <translation>los intervalos</translation>
    </message>
    <message>
        <source>intervals, weekdays</source>
        <translation>intervalos y días de semana</translation>
    </message>
    <message>
        <source>Marked elsewhere</source>
        <translation>Marcado en otro lugar</translation>
    </message>
    <message>
        <source>Word of a marked name</source>
        <translation>Palabra de un nombre marcado</translation>
    </message>
    <message>
        <source>Same digits as a marked number</source>
        <translation>Cifras de un número marcado</translation>
    </message>
    <message>
        <source>Known patient data</source>
        <translation>Dato conocido del paciente</translation>
    </message>
    <message>
        <source>Not decided</source>
        <translation>Sin decidir</translation>
    </message>
    <message>
        <source>E-mail address, not marked</source>
        <translation>Correo electrónico sin marcar</translation>
    </message>
    <message>
        <source>Web address, not marked</source>
        <translation>Dirección web sin marcar</translation>
    </message>
    <message>
        <source>Long number, not marked</source>
        <translation>Número largo sin marcar</translation>
    </message>
    <message>
        <source>Date, not marked</source>
        <translation>Fecha sin marcar</translation>
    </message>
    <message>
        <source>Everybody: it is published</source>
        <translation>Cualquiera: se publica</translation>
    </message>
    <message>
        <source>Who is let in under an agreement</source>
        <translation>Quien tenga acceso según un acuerdo</translation>
    </message>
    <message>
        <source>The organisation itself</source>
        <translation>La propia organización</translation>
    </message>
    <message>
        <source>A surrogate needs at least a letter or a figure. It stays as it was.</source>
        <translation>Un sustituto necesita como mínimo una letra o una cifra. Se queda como estaba.</translation>
    </message>
    <message>
        <source>A surrogate is one line of ordinary letters. It stays as it was.</source>
        <translation>Un sustituto es una sola línea de letras corrientes. Se queda como estaba.</translation>
    </message>
    <message>
        <source>That is, or holds, real data of these reports. It stays as it was.</source>
        <translation>Eso es, o contiene, un dato real de estos informes. Se queda como estaba.</translation>
    </message>
    <message>
        <source>That keeps a word or figures of the original. It stays as it was.</source>
        <translation>Conserva una palabra o cifras del original. Se queda como estaba.</translation>
    </message>
    <message>
        <source>Text (.txt)</source>
        <translation>Texto (.txt)</translation>
    </message>
    <message>
        <source>BRAT (.txt and .ann)</source>
        <translation>BRAT (.txt y .ann)</translation>
    </message>
    <message>
        <source>One table (.csv)</source>
        <translation>Una tabla (.csv)</translation>
    </message>
    <message>
        <source>JSON lines (.jsonl)</source>
        <translation>JSON por líneas (.jsonl)</translation>
    </message>
    <message>
        <source>Word (.docx)</source>
        <translation>Word (.docx)</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
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
    <message>
        <source>“{entry}” in the {list}</source>
        <translation>«{entry}» de la {list}</translation>
    </message>
    <message>
        <source>{words} (rule “{name}”)</source>
        <translation>{words} (regla «{name}»)</translation>
    </message>
    <message>
        <source>{words}, which found the same text elsewhere</source>
        <translation>{words}, que encontró el mismo texto en otra parte</translation>
    </message>
    <message>
        <source>The learned model has no rule that could be turned off; reject the suggestion, or show fewer suggestions.</source>
        <translation>El modelo aprendido no tiene reglas que se puedan desactivar; rechace la sugerencia o muestre menos sugerencias.</translation>
    </message>
    <message>
        <source>It is shown since doubtful places are; show fewer suggestions.</source>
        <translation>Se muestra porque se ven también los lugares dudosos; muestre menos sugerencias.</translation>
    </message>
    <message>
        <source>An earlier version of the program suggested it, and did not note its rule.</source>
        <translation>Lo sugirió una versión anterior del programa, que no anotaba la regla.</translation>
    </message>
    <message>
        <source>What is known of the patient is searched in every spelling; correct it in the patient&apos;s data.</source>
        <translation>Los datos del paciente se buscan en todas sus grafías; corríjalos en los datos del paciente.</translation>
    </message>
    <message>
        <source>The same text is marked elsewhere, and not by a rule; reject the suggestion.</source>
        <translation>El mismo texto está marcado en otra parte, y no por una regla; rechace la sugerencia.</translation>
    </message>
</context>
<context>
    <name>search</name>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Línea</translation>
    </message>
    <message>
        <source>Mention</source>
        <translation>Mención</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
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
        <source>not opened</source>
        <translation>sin abrir</translation>
    </message>
    <message>
        <source>suggestions waiting</source>
        <translation>con sugerencias pendientes</translation>
    </message>
    <message>
        <source>in review</source>
        <translation>en revisión</translation>
    </message>
    <message>
        <source>signed off</source>
        <translation>firmados</translation>
    </message>
    <message>
        <source>signed off, then changed</source>
        <translation>firmados y cambiados</translation>
    </message>
    <message>
        <source>need a second reader</source>
        <translation>falta 2.ª lectura</translation>
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
        <translation>Firmado y cambiado</translation>
    </message>
    <message>
        <source>Needs a second reader</source>
        <translation>Falta 2.ª lectura</translation>
    </message>
    <message>
        <source>about {number}</source>
        <translation>alrededor de {number}</translation>
    </message>
    <message>
        <source>the language model (spaCy) recognises a name</source>
        <translation>el modelo de lenguaje (spaCy) reconoce un nombre</translation>
    </message>
    <message>
        <source>right {right} times of {total}</source>
        <translation>acierta {right} veces de {total}</translation>
    </message>
    <message>
        <source>the learned model (CRF) recognises it by its context</source>
        <translation>el modelo aprendido (CRF) lo reconoce por el contexto</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Cabecera</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Cuerpo</translation>
    </message>
    <message>
        <source>Footer</source>
        <translation>Pie</translation>
    </message>
    <message>
        <source>hardly any</source>
        <translation>casi ninguna</translation>
    </message>
    <message>
        <source>perhaps 1</source>
        <translation>quizá 1</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>quedan unos segundos</translation>
    </message>
    <message>
        <source>about {count} s left</source>
        <translation>quedan unos {count} s</translation>
    </message>
    <message>
        <source>about a minute left</source>
        <translation>queda cerca de un minuto</translation>
    </message>
    <message>
        <source>about {count} min left</source>
        <translation>quedan unos {count} min</translation>
    </message>
    <message>
        <source>about {count} h left</source>
        <translation>queda cerca de {count} h</translation>
    </message>
    <message>
        <source>about {hours} h {minutes} min left</source>
        <translation>quedan cerca de {hours} h y {minutes} min</translation>
    </message>
    <message>
        <source>“{entry}” is in the {name}</source>
        <translation>«{entry}» está en la {name}</translation>
    </message>
    <message>
        <source>it is in the patient&apos;s record: {name}</source>
        <translation>consta en la ficha del paciente: {name}</translation>
    </message>
    <message>
        <source>it is another spelling of what is accepted in this report</source>
        <translation>es otra grafía de lo aceptado en este informe</translation>
    </message>
    <message>
        <source>a person looked at it in the second sweep</source>
        <translation>alguien lo miró en la segunda pasada</translation>
    </message>
    <message>
        <source>the learned model (CRF) holds it possible</source>
        <translation>el modelo aprendido (CRF) lo considera posible</translation>
    </message>
    <message>
        <source>it is in the {name}</source>
        <translation>está en la {name}</translation>
    </message>
    <message>
        <source>it looks like PHI: {name}</source>
        <translation>parece un dato personal: {name}</translation>
    </message>
    <message>
        <source>it stands after the {name}</source>
        <translation>va tras el {name}</translation>
    </message>
    <message>
        <source>reviewed reports have taught it: {name}</source>
        <translation>lo enseñan los informes ya revisados: {name}</translation>
    </message>
    <message>
        <source>a rule recognises it: {name}</source>
        <translation>lo reconoce una regla: {name}</translation>
    </message>
    <message>
        <source>{first} Also: {others}.</source>
        <translation>{first} También: {others}.</translation>
    </message>
    <message>
        <source>Class changed by hand (suggested: {title})</source>
        <translation>Clase cambiada a mano (sugerida: {title})</translation>
    </message>
    <message>
        <source>the learned model (CRF)</source>
        <translation>el modelo aprendido (CRF)</translation>
    </message>
    <message>
        <source>the same text elsewhere in the report</source>
        <translation>el mismo texto en otra parte del informe</translation>
    </message>
    <message>
        <source>the patient&apos;s record</source>
        <translation>la ficha del paciente</translation>
    </message>
    <message>
        <source>the language model (spaCy)</source>
        <translation>el modelo de lengua (spaCy)</translation>
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
