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
  'root',
  'kernel/money',
  'ui/(badge|base|button|call-failed|call-session|card|class-names|document-head|empty|field|form-problem|icon|icons|kit.texts|later-part|page-title)',
  'ui/(picture|price|shop|stars|toast|toasts|use-later)',
  'features/accounts/ui/(session|session-facts)',
  'features/catalogue/(catalogue.texts|catalogue.rules|ui/(tool-card|tool-grid))',
  'features/content/content.(lost.texts|texts)',
  'features/content/ui/(brand|footer|lost-page|main-links|navigation-bar|navigation-progress|phone-menu|session-corner)',
  'features/content/ui/(shop-layout|top-bar)',
  'features/finder/(finder.(answer|picker|search-box|step).texts|finder.rules)',
  'features/finder/ui/(fit-badge|garage-store|go-on|purchase-path|search-box|shop-address)',
  'features/finder/ui/(use-vehicle-steps|vehicle-picker|vin|vin-field|who-is-here)',
)

/** What the catalogue and a tool's page share, and home does not need. */
const shop = modules(
  'ui/(breadcrumb|focus-when-gone)',
  'features/finder/finder.bar.texts',
  'features/finder/ui/vehicle-bar',
)

/** What home and a tool's page share. */
const reviews = modules('features/reviews/reviews.shown.texts', 'features/reviews/ui/review-list')

/** What a tool's page shares with the pages of orders. */
const tool = modules('ui/(date|fact|table)', 'features/finder/finder.texts', 'features/finder/ui/(day|fit-answer)')

/** Calls, and the session of somebody who is here. */
const session = modules(
  'kernel/(endpoint|problem-media-type)',
  'ui/(call|draft)',
  'features/accounts/(accounts.session.texts|ui/(session-live|session-storage|session-store))',
)

const schemas = modules('kernel/(fields|picture)')
const libraries = packages('zod', 'react-hook-form', '@hookform')

/** Forms, and the schemas that they are held to. */
const forms = (id: string) => libraries.test(id) || schemas.test(id)

/** What the dashboard's lists are made of. */
const lists = modules('ui/(list-filters|more-rows|paged-list|placeholders)')

/** The frame of the dashboard. */
const dashboard = modules('ui/(attempt|loading|read-failed|skeleton)', 'features/accounts/ui/(account|protected)')

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
