<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlikeDialog</name>
    <message numerus="yes">
        <source>Look in the &amp;other reports of the folder too (%n)</source>
        <translation>
            <numerusform>Look in the &amp;other reports of the folder too (%n)</numerusform>
            <numerusform>Look in the &amp;other reports of the folder too (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Decide (%n)</source>
        <translation>
            <numerusform>Decide (%n)</numerusform>
            <numerusform>Decide (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passages of the second reading have not been looked at.</source>
        <translation>
            <numerusform>%n passage of the second reading has not been looked at.</numerusform>
            <numerusform>%n passages of the second reading have not been looked at.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n shown</numerusform>
            <numerusform>%n shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n accepted</numerusform>
            <numerusform>%n accepted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportsPanel</name>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unreadable</numerusform>
            <numerusform>%n unreadable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message numerus="yes">
        <source>%n reports could not be read.</source>
        <translation>
            <numerusform>%n report could not be read.</numerusform>
            <numerusform>%n reports could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions go</source>
        <translation>
            <numerusform>%n suggestion goes</numerusform>
            <numerusform>%n suggestions go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change</source>
        <translation>
            <numerusform>%n changes</numerusform>
            <numerusform>%n change</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n come instead</source>
        <translation>
            <numerusform>%n comes instead</numerusform>
            <numerusform>%n come instead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n reports</source>
        <translation>
            <numerusform>in %n report</numerusform>
            <numerusform>in %n reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay: they are found in another way too.</source>
        <translation>
            <numerusform>%n stays: it is found in another way too.</numerusform>
            <numerusform>%n stay: they are found in another way too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are decided, and stay.</source>
        <translation>
            <numerusform>%n is decided, and stays.</numerusform>
            <numerusform>%n are decided, and stay.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SigningOff</name>
    <message numerus="yes">
        <source>Reject the %n left and sign off</source>
        <translation>
            <numerusform>Reject the %n left and sign off</numerusform>
            <numerusform>Reject the %n left and sign off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusPanel</name>
    <message numerus="yes">
        <source>○ %n pending</source>
        <translation>
            <numerusform>○ %n pending</numerusform>
            <numerusform>○ %n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✓ %n accepted</source>
        <translation>
            <numerusform>✓ %n accepted</numerusform>
            <numerusform>✓ %n accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✕ %n rejected</source>
        <translation>
            <numerusform>✕ %n rejected</numerusform>
            <numerusform>✕ %n rejected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SweepBar</name>
    <message numerus="yes">
        <source>Before signing off: %n places look like PHI and are not marked.</source>
        <translation>
            <numerusform>Before signing off: %n place looks like PHI and is not marked.</numerusform>
            <numerusform>Before signing off: %n places look like PHI and are not marked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing more to look at here; suggestions still to be decided: %n.</source>
        <translation>
            <numerusform>Nothing more to look at here; suggestions still to be decided: %n.</numerusform>
            <numerusform>Nothing more to look at here; suggestions still to be decided: %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All has been looked at; left as it is: %n.</source>
        <translation>
            <numerusform>All has been looked at; left as it is: %n.</numerusform>
            <numerusform>All has been looked at; left as it is: %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>it stands in %n more places</source>
        <translation>
            <numerusform>it stands in %n more place</numerusform>
            <numerusform>it stands in %n more places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TurningOff</name>
    <message numerus="yes">
        <source>%n rules off</source>
        <translation>
            <numerusform>%n rule off</numerusform>
            <numerusform>%n rules off</numerusform>
        </translation>
    </message>
</context>
</TS>
