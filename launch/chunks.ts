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
  'features/content/content.texts',
  'features/content/ui/(brand|footer|lost|main-links|navigation-bar|navigation-progress|phone-menu|session-corner)',
  'features/content/ui/(shop-layout|top-bar)',
  'features/finder/(finder.(answer|picker|search-box|step).texts|finder.rules)',
  'features/finder/ui/(fit-badge|garage-store|go-on|matched-number|purchase-path|search-box|shop-address)',
  'features/finder/ui/(use-vehicle-steps|vehicle-picker|vin|vin-field|who-is-here)',
)

/** What the catalogue and a tool's page share, and home does not need. */
const shop = modules(
  'ui/(breadcrumb|focus-when-gone)',
  'features/finder/finder.bar.texts',
  'features/finder/ui/vehicle-bar',
)

export const chunks = [
  {
    name: 'framework',
    test: new RegExp(
      `rolldown[\\\\/]runtime|vite[\\\\/]preload-helper|${packages('react', 'react-dom', 'react-router', 'scheduler').source}`,
    ),
    priority: 5,
  },
  { name: 'app', test: app, priority: 4 },
  { name: 'shop', test: shop, priority: 3 },
  { name: 'forms', test: packages('zod', 'react-hook-form', '@hookform'), priority: 2 },
  { name: 'queries', test: packages('@tanstack'), priority: 1 },
]
