/**
 * What buyers ask the demo shop, and what must come first. `first`: brand and number of the part; `name`: the beginning
 * of its name; `nothing`: no part at all may be met by a number; `vehicle`: what has to be read out of the words.
 */
export type Golden = {
  q: string
  first?: string
  name?: RegExp
  nothing?: true
  vehicle?: string
  corrected?: true
  /** What may not be in the answer. */
  never?: string
  /** What the name of everything that is found says. */
  only?: RegExp
}

const number = (first: string, ...queries: string[]): Golden[] => queries.map(q => ({ q, first }))
const words = (name: RegExp, ...queries: string[]): Golden[] => queries.map(q => ({ q, name }))
const nothing = (...queries: string[]): Golden[] => queries.map(q => ({ q, nothing: true }))
const vehicle = (vehicle: string, name: RegExp, ...queries: string[]): Golden[] =>
  queries.map(q => ({ q, name, vehicle }))
const without = (never: string, golden: Golden[]): Golden[] => golden.map(one => ({ ...one, never }))

export const goldenNumbers: Golden[] = [
  // Case, spaces and punctuation.
  ...number('Corvane CV 455.12', 'CV 455.12', 'cv455.12', 'CV-455-12', 'cv 45512', 'C V 4 5 5 1 2', 'CV/455/12'),
  ...number('Strutheim 48 22 017', '48 22 017', '4822017', '48-22-017', '48.22.017', '  48 22 017  ', '48/22/017'),
  ...number('Halden 7-13', '7-13', '713', '7 13', '7.13', 'Halden 7-13', 'halden 713', '7-13 Halden'),
  ...number('Pneuvik PK1250', 'PK1250', 'pk 1250', 'pk-1250', 'Pneuvik PK1250', '“PK1250”', 'PK1250.'),
  ...number('Tarnbrook TB/18-B5', 'TB/18-B5', 'tb18b5', 'TB 18 B5'),
  ...number('Metrask M.0150-02', 'M.0150-02', 'm015002', 'M 0150 02'),
  ...number('Halden 7-SET-12', '7-SET-12', '7set12'),
  ...number('Gearlund GL8-61750', 'gl8 61750', 'GL861750'),
  // Leading zeros.
  ...without('Oleanta 0530/01', number('Oleanta 0530/05', '0530/05', '053005', '0530 05')),
  ...without('Oleanta 0530/05', number('Oleanta 0530/01', '0530/01', '053001')),
  ...number('Oleanta 0020/05', '0020/05', '002005'),
  ...without('Ignova IS-0922', number('Ignova IS-0901', '0090-1X', '00901x', 'Ford 0090-1X')),
  ...without('Ignova IS-0901', number('Ignova IS-0922', '90-1X', '901X', 'ford 90 1x')),
  ...without('Ignova IS-0901', number('Ignova IS-1040', 'OO90-1X', 'oo901x')),
  // The part itself before those whose number goes on.
  ...number('Aeris AC-1016', 'AC-1016', 'ac1016'),
  ...number('Aeris AC-1016-C', 'AC-1016-C', 'ac 1016 c'),
  ...number('Bergmann BV-150', 'BV-150', 'bv 150'),
  ...number('Bergmann BV-150-A', 'BV-150-A', 'bv150a'),
  ...number('Aeris AF-4475', 'AF4475'),
  ...number('Aeris AF-4475-E', 'AF4475E'),
  // Numbers of vehicle makers and of other brands.
  ...number('Corvane CV 610.03', '44 74 6 419 875', '44746419875', 'UB4Z-4018-J', 'ub4z4018j', 'Ford UB4Z-4018-J'),
  ...number('Stenholt ST 02 110', 'A 205 163 55 46', 'a2051635546', '01875181FN'),
  ...number('Corvane CV 610.03', 'BM 8858/1', 'bm88581', 'Brakemont BM 8858/1'),
  // GTINs with and without what pads them.
  ...number('Corvane CV 610.03', '02944100000004', '2944100000004', '2 944100 000004'),
  ...number('Halden 7-13', '02944100037741', '2944100037741'),
  // What was replaced leads to the end of the chain.
  ...number('Corvane CV 455.11', 'CV 455.09', 'CV 455.10', 'cv45509', 'Corvane CV 455.09'),
  ...number('Kelvane KV0382-S', 'KV0380-S', 'kv0381s'),
  ...number('Aeris AO-2207', 'AO-2200', 'ao 2200'),
  ...number('Halden TW-100-12', 'TW-100-11'),
  // The beginning of a number.
  ...number('Corvane CV 720.02', 'CV 720', 'cv720.0'),
  ...number('Bergmann EC-0680-B', 'EC-06', 'ec0680'),
  ...number('Strutheim 48 71 006', '48710', '48-71'),
]

/** Numbers that nobody has, beside one that somebody has: silence is right, a near part is wrong. */
export const goldenTraps: Golden[] = nothing(
  'CV 455.13',
  'CV 455.1Z',
  'O530/05',
  '053O05',
  '530/05',
  '0530/06',
  '00530/05',
  'TW-1O0-12',
  'GC-150',
  'GC-2OO',
  'BB-6OO',
  '7-14',
  '07-13',
  '4822018',
  '48 22 O17',
  'PK125O',
  'PKI250',
  'M.O150-02',
  '2944100000005',
  '2944100037740',
  '12944100037741',
  '9O-1X',
  '090-1X',
  '000901X',
  'UB4Z-4O18-J',
  'UB4Z-4018-I',
  'V.12.055.1',
  'V.I2.055',
  'IC-204.1',
  'IC-204.O',
  'BM 8858/2',
)

export const goldenWords: Golden[] = [
  ...words(
    /^Brake pads/,
    'brake pads',
    'Brake Pad',
    'BRAKE PADS',
    'pads brake',
    'brake pads front',
    'ceramic brake pads',
  ),
  ...words(
    /^Brake disc/,
    'brake disc',
    'brake discs',
    'brake rotor',
    'brake rotors',
    'brake rotor front',
    'brake disk',
  ).map(one => ({ ...one, only: /brake/i })),
  ...words(
    /^Oil filter/,
    'oil filter',
    'oil filters',
    'filter oil',
    'oil filt',
    'spin-on oil filter',
    'Aeris oil filter',
  ),
  ...words(
    /^Spark plug/,
    'spark plug',
    'spark plugs',
    'iridium spark plug',
    'spark plu',
    'sparking plug',
    'Ignova spark plug',
  ),
  ...words(/^Engine oil 5W-30/, 'engine oil 5w30', '5w-30', '5W30', '5w 30 oil', 'engine oil 5W-30'),
  ...words(/^Torque wrench/, 'torque wrench', 'torque wrenches', 'torque spanner', 'Halden torque wrench'),
  ...words(/^Combination wrench/, 'combination wrench 13', 'combination spanner', 'combination wrenches 13 mm'),
  ...words(/^Axle stands/, 'axle stands', 'axle stand', 'axle stand 3 t'),
  ...words(/^Headlamp bulb/, 'headlamp bulb', 'headlight bulb', 'headlamp bulb h7', 'H7 bulb'),
  ...words(/^Multimeter/, 'multimeter', 'multimeters', 'multimet'),
  ...words(/^Shock absorber/, 'shock absorber', 'shock absorbers', 'damper'),
  ...words(/^Stabiliser link/, 'stabiliser link', 'stabilizer link', 'sway bar link', 'drop link'),
  ...words(/^Thermostat/, 'thermostat', 'thermostat 82', 'thermostat with gasket'),
  ...words(/^Bench vice/, 'bench vice', 'bench vise'),
  ...words(/^Hose clamp/, 'hose clamp', 'hose clip', 'jubilee clip'),
  ...words(/^Tie rod end/, 'tie rod end', 'track rod end'),
  ...words(/^Glow plug/, 'glow plug', 'glow plugs', 'heater plug'),
  ...words(/^Brake cleaner/, 'brake cleaner', 'brake cleaner spray'),
  ...words(/^Trolley jack/, 'trolley jack', 'trolley jacks'),
  ...words(/^Alternator/, 'alternator', 'alternator 120 a', 'dynamo'),
  ...words(/^Starter motor/, 'starter motor', 'starter'),
  // Typos.
  ...[
    ['brake padz', /^Brake pads/],
    ['brkae pads', /^Brake pads/],
    ['oil fliter', /^Oil filter/],
    ['spark plgu', /^Spark plug/],
    ['torqe wrench', /^Torque wrench/],
    ['multimetre', /^Multimeter/],
    ['termostat', /^Thermostat/],
    ['alternater', /^Alternator/],
    ['shock absorbr', /^Shock absorber/],
    ['radiater', /^Radiator/],
    ['raditor', /^Radiator/],
    // Finding 14.
    ['brake pda', /^Brake pads/],
    ['clutch kti', /^Clutch kit/],
    ['oil fitler', /^Oil filter/],
    ['combinaton wrench', /^Combination wrench/],
    // Finding 20.
    ['brke pds', /^Brake pads/],
    ['brake pds', /^Brake pads/],
  ].map(([q, name]): Golden => ({ q: String(q), name: name as RegExp, corrected: true })),
]

/** A vehicle that is said in part: what is asked for next, and what is shown meanwhile (finding 17). */
export type GoldenQuestion = {
  q: string
  of: string
  asks?: 'make' | 'year' | 'model' | 'engine'
  name?: RegExp
  corrected?: string
}

export const goldenQuestions: GoldenQuestion[] = [
  { q: 'honda', of: 'Honda', asks: 'year' },
  { q: 'vw', of: 'Volkswagen', asks: 'year' },
  { q: 'hoda', of: 'Honda', asks: 'year', corrected: 'Honda' },
  { q: 'toyata brake pads', of: 'Toyota', asks: 'year', name: /^Brake pads/, corrected: 'Toyota brake pads' },
  { q: 'honda brake pads', of: 'Honda', asks: 'year', name: /^Brake pads/ },
  { q: '2016 honda', of: '2016 Honda', asks: 'model' },
  { q: 'golf', of: 'Volkswagen Golf', asks: 'year' },
  { q: 'honda civic', of: 'Honda Civic', asks: 'year' },
  { q: 'honda civic brake pads', of: 'Honda Civic', asks: 'year', name: /^Brake pads/ },
  {
    q: 'brake pads for a hodna civic',
    of: 'Honda Civic',
    asks: 'year',
    name: /^Brake pads/,
    corrected: 'brake pads for a Honda civic',
  },
  {
    q: 'honda civc brake pads',
    of: 'Honda Civic',
    asks: 'year',
    name: /^Brake pads/,
    corrected: 'honda Civic brake pads',
  },
  { q: '1984 buick electra', of: '1984 Buick Electra', asks: 'engine' },
  { q: '1961 honda civic', of: '1961 Honda Civic', asks: 'year' },
]

export const goldenVehicles: Golden[] = [
  ...vehicle('2004 Honda Civic', /^Brake pads/, '2004 civic brake pads', 'brake pads honda civic 2004'),
  ...vehicle('2004 Honda Civic', /^Brake pads/, 'brake pads for 2004 Honda Civic', 'Honda Civic brake pads 2004'),
  ...vehicle('2016 Honda Civic', /^Oil filter/, 'oil filter 2016 honda civic', '2016 civic oil filter'),
  ...vehicle('2013 Toyota RAV4', /^Brake pads/, '2013 rav4 brake pads', 'brake pads toyota rav 4 2013'),
  ...vehicle('2011 BMW X3', /^Brake pads/, 'bmw x3 2011 brake pads'),
  ...vehicle('2013 Chevrolet Malibu', /^Brake pads/, 'chevy malibu 2013 brake pads', 'brake pads 2013 malibu'),
  ...vehicle('2014 Mazda CX-5', /^Brake pads/, '2014 mazda cx5 brake pads', 'brake pads Mazda CX-5 2014'),
]
