; Inno Setup 6.3 or later: the frozen folder as an installer that needs no administrator. windows_installer.py runs it:
;   ISCC /DVersion=0.8.0 /DFrozen=… /DOutput=… /DIcon=… [/DSign=1 "/Sdeid=signtool sign … $q$f$q"] installer.iss
; What a person made (settings, models, decisions) is not in the folder of the program, and stays when it is removed.

[Setup]
; Never to be changed: by it a newer version finds the older one.
AppId={{6E0B52C1-93D8-4C1B-8D53-2F0D8E5A7C14}
AppName=Deid Studio
AppVersion={#Version}
AppVerName=Deid Studio {#Version}
AppPublisher=The Deid Studio developers
PrivilegesRequired=lowest
; An administrator installs it for all users by /ALLUSERS.
PrivilegesRequiredOverridesAllowed=commandline
DefaultDirName={autopf}\Deid Studio
DisableProgramGroupPage=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
Compression=lzma2
SolidCompression=yes
OutputDir={#Output}
OutputBaseFilename=deid-studio-{#Version}-windows-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\deid-studio.exe
LicenseFile=..\..\..\LICENSE
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
WizardStyle=modern
#ifdef Sign
SignTool=deid
#endif

[Languages]
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"

[CustomMessages]
es.Associate=Abrir las anotaciones de BRAT (.ann) con Deid Studio
en.Associate=Open BRAT annotations (.ann) with Deid Studio
es.OnPath=Poder escribir deid en cualquier consola
en.OnPath=Have deid in every console
es.Annotations=Anotaciones de BRAT
en.Annotations=BRAT annotations

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "associate"; Description: "{cm:Associate}"; Flags: unchecked
Name: "onpath"; Description: "{cm:OnPath}"; Flags: unchecked

[InstallDelete]
; Files of an older version would be loaded beside the newer ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Frozen}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Deid Studio"; Filename: "{app}\deid-studio.exe"
Name: "{autodesktop}\Deid Studio"; Filename: "{app}\deid-studio.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\DeidStudio.Annotations"; ValueType: string; ValueData: "{cm:Annotations}"; Flags: uninsdeletekey; Tasks: associate
Root: HKA; Subkey: "Software\Classes\DeidStudio.Annotations\shell\open\command"; ValueType: string; ValueData: """{app}\deid-studio.exe"" ""%1"""; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.ann\OpenWithProgids"; ValueType: string; ValueName: "DeidStudio.Annotations"; Flags: uninsdeletevalue; Tasks: associate
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: not OnPath; Tasks: onpath

[Run]
Filename: "{app}\deid-studio.exe"; Description: "{cm:LaunchProgram,Deid Studio}"; Flags: nowait postinstall skipifsilent

[Code]
function OldPath: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Result) then
    Result := '';
end;

function OnPath: Boolean;
begin
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(OldPath) + ';') > 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path: String;
begin
  if (Step = usPostUninstall) and OnPath then
  begin
    Path := ';' + OldPath + ';';
    StringChangeEx(Path, ';' + ExpandConstant('{app}') + ';', ';', True);
    RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Copy(Path, 2, Length(Path) - 2));
  end;
end;
