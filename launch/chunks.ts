/**
 * Which files the browser's script comes in. Few and large ones compress best, so what the public pages have in common is
 * one, what the router and React are is another; all else is split by who needs it.
 */

const packages = (...names: string[]) => new RegExp(`node_modules[\\\\/](${names.join('|')})[\\\\/]`)

/** Modules below `src/`, without their endings: a module brings its own stylesheet. */
const modules = (...paths: string[]) =>
  new RegExp(
    `[\\\\/]src[\\\\/](${paths.join('|').replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')})\\.(tsx?|module\\.css|css|svg)$`,
  )

/** What every public page needs: document, frame, and the parts that home, the catalogue and a tool's page share. */
const app = modules(
  'screens/root',
  'kernel/money',
  'ui/(class-names|icon|icons|kit.texts|later-part|base|shop|use-later)',
  'ui/calls/(call-failed|call-session)',
  'ui/controls/(button|field|form-problem)',
  'ui/data/(badge|card|picture|price|stars)',
  'ui/feedback/(empty|toast|toasts)',
  'ui/navigation/(document-head|page-title)',
  'modules/accounts/ui/session/(session|session-facts)',
  'modules/catalogue/catalogue.(texts|rules)',
  'modules/finder/(finder.rules|fit/answer.texts)',
  'modules/finder/ui/(picker|search-box|step).texts',
  'modules/finder/ui/(purchase-path|search-box|shop-address|fit/fit-badge|list/tool-card|list/tool-grid)',
  'modules/finder/ui/vehicle/(garage-store|go-on|use-vehicle-steps|vehicle-picker|vin|vin-field|who-is-here)',
  'screens/storefront/(frame.texts|lost/lost.texts|lost/lost-page)',
  'screens/storefront/frame/(brand|footer|main-links|navigation-bar|navigation-progress|phone-menu|session-corner)',
  'screens/storefront/frame/(shop-layout|top-bar)',
)

/** What the catalogue and a tool's page share, and home does not need. */
const shop = modules(
  'ui/navigation/breadcrumb',
  'ui/controls/focus-when-gone',
  'modules/finder/ui/bar.texts',
  'modules/finder/ui/vehicle/vehicle-bar',
)

/** What home and a tool's page share. */
const reviews = modules('modules/reviews/shown.texts', 'modules/reviews/ui/review-list')

/** What a tool's page shares with the pages of orders. */
const tool = modules(
  'ui/data/(date|fact|table)',
  'modules/finder/finder.texts',
  'modules/finder/ui/fit/(day|fit-answer)',
)

/** Calls, and the session of somebody who is here. */
const session = modules(
  'kernel/(endpoint|problem-media-type)',
  'ui/calls/call',
  'ui/controls/draft',
  'modules/accounts/(sessions/session.texts|ui/session/(session-live|session-storage|session-store))',
)

const schemas = modules('kernel/(fields|picture)')
const libraries = packages('zod', 'react-hook-form', '@hookform')

/** Forms, and the schemas that they are held to. */
const forms = (id: string) => libraries.test(id) || schemas.test(id)

/** What the dashboard's lists are made of. */
const lists = modules('ui/controls/list-filters', 'ui/feedback/(more-rows|paged-list|placeholders)')

/** The frame of the dashboard. */
const dashboard = modules(
  'ui/feedback/(attempt|loading|read-failed|skeleton)',
  'modules/accounts/ui/session/(account|protected)',
  'modules/media/media.rules',
)

const framework = new RegExp(
  `rolldown[\\\\/]runtime|vite[\\\\/]preload-helper|${packages('react', 'react-dom', 'react-router', 'scheduler').source}`,
)

export const chunks = [
  { name: 'app', test: (id: string) => framework.test(id) || app.test(id), priority: 4 },
  { name: 'reviews', test: reviews, priority: 3 },
  { name: 'tool', test: tool, priority: 3 },
  { name: 'shop', test: shop, priority: 3 },
  { name: 'session', test: session, priority: 3 },
  { name: 'forms', test: forms, priority: 2 },
  { name: 'queries', test: packages('@tanstack'), priority: 2 },
  { name: 'lists', test: lists, priority: 0 },
  { name: 'dashboard', test: dashboard, priority: 1 },
]
