import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A rule of lint: who may import what. The house has rooms in one order, modules in one order within theirs, and parts in one
 * order within a module; what stands later may use what stands before it, and nothing the other way round. A module is entered
 * by its doors alone. A file's ending says which side it is for. docs/decisions/0014-house.md says why; test/walls.test.ts and
 * test/parts.test.ts plant a violation of each.
 */

/** A module may use those before it, never those after. */
export const modules = [
  'content',
  'identity',
  'accounts',
  'media',
  'companies',
  'tax',
  'catalogue',
  'pricing',
  'finder',
  'ordering',
  'imports',
  'stock',
  'reviews',
  'home',
  'sharing',
  'audit',
  'desk',
  'privacy',
]

/**
 * The parts of a module are its folders, and a part may use those before it, never those after. The files beside them (doors,
 * settings, refusals, what the whole module says) may use all parts and be used by all. A test may use any.
 */
export const parts = new Map([
  ['content', ['entries']],
  [
    'identity',
    [
      'library',
      'notices',
      'limits',
      'sessions',
      'links',
      'passwords',
      'email',
      'second-factor',
      'passkeys',
      'google',
      'embedded',
      'firebase',
    ],
  ],
  ['accounts', ['mails', 'sessions', 'staff', 'ui']],
  ['media', ['ui']],
  ['catalogue', ['brands', 'pictures', 'documents', 'attributes', 'categories', 'tools', 'edits', 'batches']],
  ['pricing', ['lists', 'groups', 'files', 'ui']],
  [
    'finder',
    ['words', 'filters', 'vehicles', 'vin', 'garage', 'fit', 'numbers', 'index', 'opensearch', 'search', 'ui'],
  ],
  [
    'ordering',
    [
      'sums',
      'delivery',
      'addresses',
      'orders',
      'mail',
      'release',
      'page',
      'placing',
      'shipments',
      'returns',
      'payments',
      'disputes',
      'refunds',
      'settlement',
      'cancellations',
      'basket',
      'order-pad',
      'lists',
      'notes',
      'filters',
      'ui',
    ],
  ],
  [
    'imports',
    [
      'problems',
      'columns',
      'mapping',
      'files',
      'proposals',
      'sources',
      'progress',
      'mail',
      'staging',
      'categories',
      'plan',
      'refused',
      'preview',
      'commit',
      'export',
      'command',
    ],
  ],
  ['reviews', ['ui']],
  ['desk', ['first-steps', 'logo', 'overview', 'customers', 'reports']],
])

/** `saxes` reads the sheets of a workbook, in the browser and on the server. */
const kernelPackages = new Set(['zod/mini', 'saxes'])
const rooms = ['kernel', 'platform', 'ui', 'modules', 'dev', 'screens', 'app']

/** The doors of modules, by the sides that may use them. `package.json` says which file each is. */
const doors = new Map([
  ['rules', 'pure'],
  ['texts', 'pure'],
  ['contracts', 'contract'],
  ['services', 'server'],
  ['parts', 'screen'],
])

/** What a side may import of the shop's own; packages apart. */
const sees = {
  pure: ['pure'],
  contract: ['pure', 'contract'],
  server: ['pure', 'contract', 'server'],
  screen: ['pure', 'contract', 'screen'],
}

/** Packages that only a server has. */
const serverPackages =
  /^(?:node:|fastify$|@fastify\/|pg$|kysely$|pg-boss$|sharp$|nodemailer$|libphonenumber-js(?:\/|$)|pino$|better-auth(?:\/|$)|stripe$|prom-client$|@aws-sdk\/)/
/** Packages that take megabytes in each process, and that many a shop never needs. */
const heavyPackages =
  /^(?:@aws-sdk\/|@opentelemetry\/(?!api$)|libphonenumber-js(?:\/|$)|nodemailer$|opentype\.js$|sharp$|stripe$)/
const screenPackages = /^react(?:-dom|-router)?(?:\/|$)/

const imports = {
  create(context) {
    const from = placeOf(context.filename)
    if (!from) return {}
    const check = node => {
      const source = node.source?.value
      const message = typeof source === 'string' && (complaintOf(from, source, node) ?? complaintOfLoading(from, node))
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

/** Why a file may not import this; undefined when it may. */
function complaintOf(from, source, node) {
  const to = source.startsWith('.') ? placeOf(path.join(from.folder, source)) : placeOfDoor(source)
  if (source.startsWith('.') && source.endsWith('.css')) return outOfModule(from, to) ?? complaintOfPart(from, to)
  if (to) return complaintOfPlace(from, to, source) ?? complaintOfPart(from, to) ?? complaintOfHandedOn(from, to, node)
  return source.startsWith('.') || source.startsWith('#') ? undefined : complaintOfPackage(from, source)
}

function complaintOfPlace(from, to, source) {
  if (from.room === 'kernel' && to.room !== 'kernel') return 'The kernel imports nothing of the house but itself.'
  if (from.room === 'platform' && to.room === 'ui') return 'The platform knows no screen.'
  if (from.room === 'ui' && to.room === 'platform')
    return 'Only *.server.ts may touch the platform: a browser gets this file.'
  if (rooms.indexOf(to.room) > rooms.indexOf(from.room))
    return `What is in ${from.room} may not know what is in ${to.room}.`
  if (from.module && to.module && modules.indexOf(to.module) > modules.indexOf(from.module)) {
    return `The module ${from.module} stands before ${to.module} and may not use it: launch/lint/walls.mjs has their order.`
  }
  if (to.forProgram && from.room !== 'app') return 'What a module brings to the program is for the program alone.'
  if (source.startsWith('.') && (from.room !== to.room || from.module !== to.module)) {
    return 'No relative path leaves its room or its module: use a door of package.json.'
  }
  if (source.startsWith('#') && from.module && from.module === to.module && !from.isTest) {
    return 'A module does not enter itself by its own door: import the file.'
  }
  if (from.side && to.side && !sees[from.side].includes(to.side)) return complaintOfSide(from.side)
  return undefined
}

/** A part of a module uses those before it. */
function complaintOfPart(from, to) {
  const order = parts.get(from.module)
  if (!order || from.isTest || !from.part || !to?.part || from.module !== to.module) return undefined
  return order.indexOf(to.part) > order.indexOf(from.part)
    ? `Of ${from.module}, ${from.part} stands before ${to.part} and may not use it: launch/lint/walls.mjs has their order.`
    : undefined
}

/** What another part has comes from there: by a file of the module that hands it on, the order could be walked around. */
function complaintOfHandedOn(from, to, { specifiers = [] }) {
  if (!parts.has(from.module) || from.isTest || !from.part || from.module !== to.module || to.part) return undefined
  const handed = handedOn(to.file)
  const name = specifiers
    .map(({ imported, local }) => (imported ?? local).name)
    .find(taken => handed.has(taken) || handed.has('*'))
  return name && `${name} is a part’s, and only handed on here: import it from the part.`
}

/** The names that a file hands on from parts; `*` for all of one. */
function handedOn(file) {
  if (!existsSync(file)) return new Set()
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:type )?(?:\{([^}]*)\}|\*) from '\.\/[\w-]+\//gm)
  return new Set([...found].flatMap(([, names = '*']) => names.split(',').map(name => name.trim().split(' ').at(-1))))
}

/** A sheet belongs to the parts beside it. */
function outOfModule(from, to) {
  return to && (to.room !== from.room || to.module !== from.module)
    ? 'No relative path leaves its room or its module: a sheet belongs to the parts beside it.'
    : undefined
}

/** One reader of tables, and one writer of workbooks: what opens their files is asked for by them alone. */
const packagesOfTables = new Map([
  ['csv-parse', []],
  ['fflate', ['src/ui/controls/tables', 'src/platform/files']],
  ['saxes', ['src/kernel/tables', 'src/modules/imports/files']],
  ['yauzl', ['src/platform/files', 'src/modules/catalogue/batches']],
])

function complaintOfPackage(from, source) {
  const readers = packagesOfTables.get(source.split('/')[0])
  if (readers && !readers.some(folder => from.folder.replaceAll('\\', '/').endsWith(folder))) {
    return 'Tables are read by kernel/tables: give it columns (openTable, readTable).'
  }
  if (from.room === 'kernel' && !kernelPackages.has(source))
    return 'The kernel imports no package but zod/mini, and saxes for workbooks.'
  if (from.side === 'server' && screenPackages.test(source) && from.room !== 'platform')
    return complaintOfSide('server')
  if (from.side !== 'server' && from.side && serverPackages.test(source)) return complaintOfSide('screen')
  if (from.side === 'pure' && screenPackages.test(source)) return complaintOfSide('pure')
  return undefined
}

/** What is imported as a type is not loaded. */
function complaintOfLoading(from, { type, importKind, source }) {
  if (from.side !== 'server' || type === 'ImportExpression' || importKind === 'type') return undefined
  if (!heavyPackages.test(source.value)) return undefined
  return `${source.value} takes memory from the start on: load it by import() where it is needed.`
}

function complaintOfSide(side) {
  if (side === 'pure') return 'Rules and texts are pure: they import kernel, rules and texts only.'
  if (side === 'contract') return 'A contract imports kernel, rules, contracts and zod/mini only.'
  if (side === 'server') return 'The server side knows no screen.'
  return 'Only *.server.ts may touch Node, the database, the platform or a service: a browser gets this file.'
}

/** Where a file stands: its room, its module and part, the side that its name is for. Undefined for files outside of `src`. */
function placeOf(file) {
  const [, inside] = /[\\/]src[\\/](.+)$/.exec(file) ?? []
  if (!inside) return undefined
  const [room, name, ...below] = inside.split(/[\\/]/)
  if (!rooms.includes(room)) return undefined
  return {
    room,
    ...(room === 'modules' && { module: name, part: below.length > 1 ? below[0] : undefined }),
    side: sideOf(room, inside),
    file,
    folder: path.dirname(file),
    isTest: /\.test\.tsx?$/.test(file),
  }
}

function sideOf(room, file) {
  if (file.endsWith('.server.ts') || file.endsWith('.module.ts')) return 'server'
  // It renders the pages, and has its name from the router.
  if (room === 'kernel' || file.endsWith('entry.server.tsx')) return undefined
  if (/\.(?:rules|texts)\.ts$/.test(file)) return 'pure'
  if (file.endsWith('.contract.ts')) return 'contract'
  if (room === 'ui' || room === 'screens' || /[\\/]ui[\\/]|\.tsx$/.test(file)) return 'screen'
  return undefined
}

/** Where a door of `package.json` leads. */
function placeOfDoor(source) {
  const [, door, name] = /^#(\w+)\/([^/]+)/.exec(source) ?? []
  if (!door) return undefined
  if (doors.has(door)) return { room: 'modules', module: name, side: doors.get(door) }
  if (door === 'modules') return { room: 'modules', module: name, side: 'server', forProgram: true }
  if (door === 'dev') return { room: 'dev', side: 'server' }
  if (door === 'platform') return { room: 'platform', side: 'server' }
  if (door === 'ui') return { room: 'ui', side: 'screen' }
  return door === 'kernel' ? { room: 'kernel', side: undefined } : undefined
}

export default { meta: { name: 'house' }, rules: { imports } }
