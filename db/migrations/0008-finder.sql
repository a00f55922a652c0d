-- What finds a part: the vehicle that it is for, or a number that somebody has of it.

-- Vehicles: year, make, model and, where it is known, engine. Numbers instead of uuids, because fitment has millions of
-- rows that name one.
create table make (
  id   integer generated always as identity primary key,
  name text not null
);
create unique index make_name_folded on make (lower(name));
create trigger make_changes after insert or update or delete on make
  for each statement execute function note_table_change();

create table model (
  id      integer generated always as identity primary key,
  make_id integer not null references make,
  name    text not null
);
create unique index model_name_folded on model (make_id, lower(name));
create trigger model_changes after insert or update or delete on model
  for each statement execute function note_table_change();

-- An engine as a customer picks it: "1.8 L, 4 cylinders, gasoline".
create table engine (
  id   integer generated always as identity primary key,
  name text not null
);
create unique index engine_name_folded on engine (lower(name));
create trigger engine_changes after insert or update or delete on engine
  for each statement execute function note_table_change();

create table vehicle (
  id         integer generated always as identity primary key,
  year       smallint not null,
  model_id   integer not null references model,
  -- None: the vehicle whatever its engine.
  engine_id  integer references engine,
  -- The vehicle without its engine; none for that one itself.
  base_id    integer references vehicle,
  -- Known from fitment alone, a vehicle is not offered to those who pick one: public lists overstate what was built.
  is_offered boolean not null default true,
  constraint vehicle_year_plausible check (year between 1886 and 2100),
  constraint vehicle_engine_has_base check ((engine_id is null) = (base_id is null)),
  constraint vehicle_once unique nulls not distinct (year, model_id, engine_id)
);
create index vehicle_of_model on vehicle (model_id, year);
create index vehicle_of_base on vehicle (base_id) where base_id is not null;
create trigger vehicle_changes after insert or update or delete on vehicle
  for each statement execute function note_table_change();

-- What other systems call a vehicle: the base-vehicle numbers of catalogue files.
create table vehicle_alias (
  system      text not null,
  external_id text not null,
  vehicle_id  integer not null references vehicle,
  primary key (system, external_id)
);
create index vehicle_alias_of_vehicle on vehicle_alias (vehicle_id);
create trigger vehicle_alias_changes after insert or update or delete on vehicle_alias
  for each statement execute function note_table_change();

-- Where fitment and numbers come from: a file that was imported, or the shop's own word.
create table data_source (
  id          integer generated always as identity primary key,
  -- Often that of a file, and staff's alone.
  name        text not null,
  -- What buyers read where a source is named.
  public_name text constraint data_source_public_name_length check (char_length(public_name) between 1 and 80),
  dated       date not null,
  -- Invented, for the demo shop: shown as such.
  is_demo     boolean not null default false
);
create trigger data_source_changes after insert or update or delete on data_source
  for each statement execute function note_table_change();

-- One application: this part, on this vehicle. A year range is as many rows, so gaps stay gaps.
create table fitment (
  id           bigint generated always as identity,
  vehicle_id   integer not null references vehicle,
  tool_ordinal integer not null references tool (ordinal) on delete cascade,
  -- False: known not to fit. A missing row says nothing at all.
  fits         boolean not null default true,
  position     text,
  -- Units that the vehicle takes in this position.
  quantity     smallint,
  -- What must be true of the vehicle beyond its row: [{"name": "Submodel", "value": "GLS"}]. None is null, never [].
  conditions   jsonb,
  notes        text[],
  source_id    integer not null references data_source,
  -- 1 fits, 2 fits if, 3 does not fit, 4 does not fit if: what the row says by itself (`fitment.rules`).
  answer       smallint not null generated always as (
    case when fits then 1 else 3 end + case when conditions is null and notes is null then 0 else 1 end) stored,
  constraint fitment_quantity_positive check (quantity > 0),
  constraint fitment_conditions_not_empty check (jsonb_array_length(conditions) > 0),
  constraint fitment_notes_not_empty check (cardinality(notes) > 0),
  -- Read by vehicle: the answers of all its parts stand together in the index.
  primary key (vehicle_id, tool_ordinal, id) include (answer)
);
create index fitment_of_tool on fitment (tool_ordinal, vehicle_id);
create index fitment_of_source on fitment (source_id);
create trigger fitment_changes after insert or update or delete on fitment
  for each statement execute function note_table_change();

-- Part numbers are compared without case, spaces, punctuation and invisible signs, in the digits and capitals of every script. Leading
-- zeros count, and O is not 0 (`finder/numbers/fold.rules.ts` says the same).
--
-- The functions that call others are in PL/pgSQL: before PostgreSQL 18, a function in SQL is planned anew at each call, which takes
-- twenty times as long in a list of 100,000 rows.

-- A number with its signs, in plain capitals and digits. Most are plain ASCII, which needs no table.
create function plain_part_number(value text) returns text
  language sql immutable strict parallel safe
  return case when value ~ '^[\u0001-\u007e]*$'
    then translate(value, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    else translate(normalize(value, NFKC), 'abcdefghijklmnopqrstuvwxyz'
      || 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźż'
      || 'žƀƃƅƈƌƒƕƙƚƛƞơƣƥƨƭưƴƶƹƽƿǎǐǒǔǖǘǚǜǝǟǡǣǥǧǩǫǭǯǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟȣȥȧȩȫȭȯȱȳȼȿɀɂɇɉɋɍɏɐɑɒɓɔɖɗəɛɜ'
      || 'ɠɡɣɤɥɦɨɩɪɫɬɯɱɲɵɽʀʂʃʇʈʉʊʋʌʒʝʞͅͱͳͷͻͼͽάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώϗϙϛϝϟϡϣϥϧϩϫϭϯϳϸϻабвгд'
      || 'ежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӆ'
      || 'ӈӊӌӎӏӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօ'
      || 'ֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿᏸᏹᏺᏻᏼᏽᲀᲁᲂᲃᲄᲅᲆᲇᲈᲊᵹᵽᶎḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯ'
      || 'ḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẞạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừ'
      || 'ửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧὰὲὴὶὸὺὼᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾰ'
      || 'ᾱᾼῌῐῑῠῡῥῼⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡⱥⱦⱨⱪⱬⱳⱶⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭ'
      || 'ⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧ'
      || 'ꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼꝿꞁꞃꞅꞇꞌꞑꞓꞔꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩꞵꞷꞹꞻꞽꞿꟁꟃꟈꟊꟍ꟏ꟑꟓ'
      || 'ꟕꟗꟙꟛꟶꭓꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿ𐐨𐐩𐐪𐐫'
      || '𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩'
      || '𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅'
      || '𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢'
      || '𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬'
      || '੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖'
      || '໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖'
      || '᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶'
      || '꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹𐒠𐒡𐒢𐒣𐒤𐒥𐒦𐒧𐒨𐒩𐴰𐴱𐴲𐴳𐴴𐴵𐴶𐴷𐴸𐴹𐵀𐵁𐵂𐵃𐵄𐵅𐵆𐵇𐵈𐵉𑁦𑁧𑁨𑁩𑁪𑁫𑁬𑁭𑁮𑁯𑃰𑃱𑃲𑃳𑃴𑃵𑃶𑃷𑃸𑃹𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿𑇐𑇑𑇒𑇓𑇔𑇕𑇖'
      || '𑇗𑇘𑇙𑋰𑋱𑋲𑋳𑋴𑋵𑋶𑋷𑋸𑋹𑑐𑑑𑑒𑑓𑑔𑑕𑑖𑑗𑑘𑑙𑓐𑓑𑓒𑓓𑓔𑓕𑓖𑓗𑓘𑓙𑙐𑙑𑙒𑙓𑙔𑙕𑙖𑙗𑙘𑙙𑛀𑛁𑛂𑛃𑛄𑛅𑛆𑛇𑛈𑛉𑛐𑛑𑛒𑛓𑛔𑛕𑛖𑛗𑛘𑛙𑛚𑛛𑛜𑛝𑛞𑛟𑛠𑛡𑛢𑛣𑜰𑜱𑜲𑜳𑜴𑜵𑜶𑜷𑜸𑜹𑣠𑣡𑣢𑣣𑣤𑣥𑣦'
      || '𑣧𑣨𑣩𑥐𑥑𑥒𑥓𑥔𑥕𑥖𑥗𑥘𑥙𑯰𑯱𑯲𑯳𑯴𑯵𑯶𑯷𑯸𑯹𑱐𑱑𑱒𑱓𑱔𑱕𑱖𑱗𑱘𑱙𑵐𑵑𑵒𑵓𑵔𑵕𑵖𑵗𑵘𑵙𑶠𑶡𑶢𑶣𑶤𑶥𑶦𑶧𑶨𑶩𑷠𑷡𑷢𑷣𑷤𑷥𑷦𑷧𑷨𑷩𑽐𑽑𑽒𑽓𑽔𑽕𑽖𑽗𑽘𑽙𖄰𖄱𖄲𖄳𖄴𖄵𖄶𖄷𖄸𖄹𖩠𖩡𖩢𖩣𖩤𖩥𖩦'
      || '𖩧𖩨𖩩𖫀𖫁𖫂𖫃𖫄𖫅𖫆𖫇𖫈𖫉𖭐𖭑𖭒𖭓𖭔𖭕𖭖𖭗𖭘𖭙𖵰𖵱𖵲𖵳𖵴𖵵𖵶𖵷𖵸𖵹𞅀𞅁𞅂𞅃𞅄𞅅𞅆𞅇𞅈𞅉𞋰𞋱𞋲𞋳𞋴𞋵𞋶𞋷𞋸𞋹𞓰𞓱𞓲𞓳𞓴𞓵𞓶𞓷𞓸𞓹𞗱𞗲𞗳𞗴𞗵𞗶𞗷𞗸𞗹𞗺𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      || 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮIĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻ'
      || 'ŽɃƂƄƇƋƑǶƘȽꟜȠƠƢƤƧƬƯƳƵƸƼǷǍǏǑǓǕǗǙǛƎǞǠǢǤǦǨǪǬǮǴǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȢȤȦȨȪȬȮȰȲȻⱾⱿɁɆɈɊɌɎⱯⱭⱰƁƆƉƊƏƐꞫ'
      || 'ƓꞬƔꟋꞍꞪƗƖꞮⱢꞭƜⱮƝƟⱤƦꟅƩꞱƮɄƱƲɅƷꞲꞰΙͰͲͶϽϾϿΆΈΉΊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩΪΫΌΎΏϏϘϚϜϞϠϢϤϦϨϪϬϮͿϷϺАБВГД'
      || 'ЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӁӃӅ'
      || 'ӇӉӋӍӀӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕ'
      || 'ՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿᏰᏱᏲᏳᏴᏵВДОСТТЪѢꙊᲉꝽⱣꟆḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮ'
      || 'ḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔßẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪ'
      || 'ỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾺῈῊῚῸῪῺᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾸ'
      || 'ᾹᾳῃῘῙῨῩῬῳℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠȺȾⱧⱩⱫⱲⱵⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬ'
      || 'ⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦ'
      || 'ꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝾꞀꞂꞄꞆꞋꞐꞒꟄꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞴꞶꞸꞺꞼꞾꟀꟂꟇꟉꟌ꟎Ꟑ꟒'
      || '꟔ꟖꟘꟚꟵꞳᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯ𐐀𐐁𐐂𐐃'
      || '𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂'
      || '𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥'
      || '𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀'
      || '𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456'
      || '78901234567890123456789012345678901234567890123456789012345678901234567890123456789') end;

create function fold_part_number(value text) returns text
  language plpgsql immutable strict parallel safe as $$
  begin
    -- Most are plain ASCII, which needs no table.
    if octet_length(value) = char_length(value) then
      return translate(value, 'abcdefghijklmnopqrstuvwxyz'
        || E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u0020'
        || E'\u0021\u0022\u0023\u0024\u0025\u0026\u0027\u0028\u0029\u002a\u002b\u002c\u002d\u002e\u002f\u003a\u003b\u003c\u003d\u003e\u003f\u0040\u005b\u005c\u005d\u005e\u005f\u0060\u007b\u007c\u007d\u007e\u007f',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    end if;
    return regexp_replace(plain_part_number(value),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g');
  end $$;

-- Without its signs, `4711.0` meets 47110, and `12` the socket `1/2`. Where a sign may tell two numbers apart, such a hit is in doubt:
-- it is proposed, and never taken (`finder/numbers/doubt.rules.ts` says the same).

-- As numbers are compared, but with a mark for each point, comma and slash between two digits, whatever other signs stand beside it. The
-- signs are written out: what a space is, each server says in its own way.
create function marked_part_number(value text) returns text
  language plpgsql immutable strict parallel safe as $$
  declare
    plain text := plain_part_number(value);
  begin
    if translate(plain, U&'.,/\2044\2215', '') = plain then
      return fold_part_number(plain);
    end if;
    return fold_part_number(regexp_replace(plain,
      '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*[.,/\u2044\u2215][\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*(?=[0-9])',
      U&'\A78F', 'g'));
  end $$;

-- The pieces of a number that signs between digits make, as numbers are compared; one where there is no such sign.
create function pieces_of_part_number(value text) returns text[]
  language plpgsql immutable strict parallel safe as $$
  declare
    plain text := plain_part_number(value);
    folded text := fold_part_number(plain);
  begin
    if folded = plain then
      return array[folded];
    end if;
    return (
      select array_agg(fold_part_number(piece)) from regexp_split_to_table(plain,
        '(?<=[0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u034f\u058a\u05be\u061c\u115f\u1160\u1400\u17b4\u17b5\u1806\u180b-\u180f\u2000-\u206f\u2212-\u2219\u2e00-\u2e7f\u3000-\u303f\u30a0\u30fb\u30fc\u3164\ufe00-\ufe0f\ufeff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+(?=[0-9])') piece);
  end $$;

-- Whether a number that somebody gave may be another than `value`, which is compared alike and is that of the tool `ordinal`: a
-- point, comma or slash differs, or another part on sale has one of its pieces for its number.
create function is_doubtful_number(given text, value text, ordinal integer) returns boolean
  language plpgsql stable strict parallel safe as $$
  declare
    marked_given text;
    marked_value text;
    pieces text[];
  begin
    if btrim(plain_part_number(given)) = btrim(plain_part_number(value)) then
      return false;
    end if;
    marked_given := marked_part_number(given);
    marked_value := marked_part_number(value);
    if marked_given <> marked_value
      and (strpos(marked_given, U&'\A78F') > 0 or strpos(marked_value, U&'\A78F') > 0) then
      return true;
    end if;
    pieces := pieces_of_part_number(given);
    return cardinality(pieces) > 1 and exists (
      select from part_number piece join tool on tool.ordinal = piece.tool_ordinal and tool.archived_at is null
      where piece.folded = any(pieces) and piece.kind = 'own' and piece.tool_ordinal <> is_doubtful_number.ordinal);
  end $$;

-- What a number may be that nobody has: one that looks like it, by letters of another script, or one that has its digits. Both are
-- proposed, and never taken (`lookOf` and `digitsOf` of finder/numbers/fold.rules.ts say the same).

-- Letters of Greek and Cyrillic as the Latin ones that look like them: the Cyrillic ВМ88 is the Latin BM88.
create function look_of_part_number(folded text) returns text
  language sql immutable strict parallel safe
  return translate(folded, 'АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ', 'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYXC');

create function digits_of_part_number(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(folded, '[^0-9]', '', 'g');

-- Every number by which a part is asked for. A row leads from the number to the part, and not back: that part replaces
-- what the number names, which says nothing about the other direction.
create table part_number (
  id           bigint generated always as identity primary key,
  tool_ordinal integer not null references tool (ordinal) on delete cascade,
  -- own: the part's own; oem: the vehicle maker's; interchange: another brand's, which this part replaces; gtin: 14 digits.
  kind         text not null,
  value        text not null,
  -- Whose number it is; none for GTINs, and where nobody said.
  brand        text,
  folded       text collate "C" not null generated always as (fold_part_number(value)) stored,
  note         text,
  -- None for the own number, which is the tool's.
  source_id    integer references data_source,
  constraint part_number_kind check (kind in ('own', 'oem', 'interchange', 'gtin')),
  constraint part_number_says_something check (folded <> ''),
  constraint part_number_gtin_digits check (kind <> 'gtin' or folded ~ '^[0-9]{14}$'),
  constraint part_number_has_source check ((source_id is null) = (kind = 'own'))
);
create index part_number_folded on part_number (folded, tool_ordinal);
-- Each source says it for itself: what one takes back, another may still say. Shown once.
create unique index part_number_once on part_number (tool_ordinal, kind, folded, brand, source_id) nulls not distinct;
create index part_number_of_source on part_number (source_id) where source_id is not null;
-- Few numbers have such letters; those without are found as they are.
create index part_number_look on part_number (look_of_part_number(folded)) where folded ~ '[\u0370-\u052f]';
create index part_number_digits on part_number (digits_of_part_number(folded))
  where kind = 'own' and folded ~ '[0-9]{3}' and folded ~ '[^0-9]';
create trigger part_number_changes after insert or update or delete on part_number
  for each statement execute function note_table_change();

-- The own number of a part stands with the others, kept by whoever writes the tool.
create function keep_own_part_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from part_number where tool_ordinal = new.ordinal and kind = 'own';
  end if;
  insert into part_number (tool_ordinal, kind, value, brand)
  select new.ordinal, 'own', new.part_number, (select name from brand where id = new.brand_id)
  where new.part_number is not null and fold_part_number(new.part_number) <> '';
  return null;
end $$;
create trigger tool_added_own_number after insert on tool
  for each row execute function keep_own_part_number();
create trigger tool_changed_own_number after update on tool for each row
  when (old.part_number is distinct from new.part_number or old.brand_id is distinct from new.brand_id)
  execute function keep_own_part_number();

-- Part numbers as the names of files have them: without case, spaces and punctuation.
create index tool_part_number_in_files on tool (fold_part_number(part_number)) where archived_at is null;

-- A number that its maker replaced by another of his. The finder follows the chain to its end, and reports a circle.
create table supersession (
  id         bigint generated always as identity primary key,
  brand      text not null,
  old_number text not null,
  new_number text not null,
  old_folded text collate "C" not null generated always as (fold_part_number(old_number)) stored,
  new_folded text collate "C" not null generated always as (fold_part_number(new_number)) stored,
  source_id  integer not null references data_source,
  constraint supersession_says_something check (old_folded <> '' and new_folded <> '' and old_folded <> new_folded)
);
-- Each source says it for itself; none says otherwise than another (imports refuse that).
create unique index supersession_once on supersession (lower(brand), old_folded, source_id);
create index supersession_of_old on supersession (old_folded);
create index supersession_of_new on supersession (new_folded);
create index supersession_of_source on supersession (source_id);
create trigger supersession_changes after insert or update or delete on supersession
  for each statement execute function note_table_change();

-- My vehicles. The VIN is personal data: shown masked, and erased alone or with the account.
create table account_vehicle (
  id         uuid primary key,
  account_id uuid not null references account on delete cascade,
  vehicle_id integer not null references vehicle,
  -- What its owner calls it.
  name       text,
  vin        text,
  created_at timestamptz not null,
  constraint account_vehicle_vin_well_formed check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  constraint account_vehicle_name_length check (char_length(name) between 1 and 60),
  constraint account_vehicle_once unique nulls not distinct (account_id, vehicle_id, vin)
);
create index account_vehicle_of_vehicle on account_vehicle (vehicle_id);
