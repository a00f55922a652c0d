import type { Plugin } from 'vite'

/**
 * What this shop has settled of the router, told to the build: no instrumentation, no routes that are looked up later (see
 * react-router.config.ts), no React Server Components, no actions, fetchers and blockers (what changes something is a call of
 * a contract; lint holds that nobody asks the router), no links of the router's own to fetch ahead (`ui/navigation/prefetch.tsx`),
 * no stylesheets of the router's own (`ui/navigation/stylesheets.tsx`), and no words to developers in a customer's console. What only
 * serves those then leaves the browser's script: six kilobytes of each page. A router that reads otherwise stops the build,
 * so that an upgrade is looked at.
 */
const settled: Record<string, readonly (readonly [reads: string, is: string])[]> = {
  'router/router.js': [
    ['if (init.instrumentations)', 'if (false)'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'void 0'],
    ['init.patchRoutesOnNavigation', 'void 0'],
    ['else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod))', 'else if (false)'],
    ['if (submission && isMutationMethod(submission.formMethod))', 'if (false)'],
    ['if (!opts || !isSubmissionNavigation(opts))', 'if (true)'],
    ['\n\t\tfetch,\n', '\n'],
    ['let blockerKey = shouldBlockNavigation({', 'let blockerKey = void ({'],
    ['\n\t\tgetBlocker,\n\t\tdeleteBlocker,\n', '\n'],
  ],
  // The router fetches a sheet ahead by a link that it takes away again, and React would take a link to a stylesheet for its
  // own: the screen stood there without its looks, for good.
  'dom/ssr/links.js': [
    [
      'return route.css.map((href) => ({\n\t\trel: "stylesheet",',
      'return route.css.map((href) => ({\n\t\trel: "preload",\n\t\tas: "style",',
    ],
  ],
  'router/history.js': [['if (!cond) {', 'if (false) {']],
  'dom/ssr/fog-of-war.js': [['if (!isFogOfWarEnabled(routeDiscovery, ssr)', 'if (true']],
  'dom/ssr/components.js': [
    ['= isFogOfWarEnabled(routeDiscovery, ssr)', '= false'],
    ['= useIsRSCRouterContext()', '= false'],
    ['useKeyedPrefetchLinks(newMatchesForAssets)', '[]'],
  ],
  'dom/lib.js': [
    ['usePrefetchBehavior(prefetch, rest)', '[false, void 0, void 0]'],
    ['HistoryRouter.displayName = "unstable_HistoryRouter";', ''],
    ['const Form = React$1.forwardRef(', 'const Form = /* @__PURE__ */ React$1.forwardRef('],
    ['Form.displayName = "Form";', ''],
  ],
  'dom/ssr/single-fetch.js': [['if (request.method !== "GET") return', 'if (false) return']],
  'dom/ssr/routes.js': [['if (!route.hasClientAction) dataRoute.action =', 'if (false) dataRoute.action =']],
  'components.js': [['= useIsRSCRouterContext() || ', '= ']],
  'hooks.js': [['if (this.context) return', 'if (false) return']],
}

export function settledRouter(): Plugin {
  return {
    name: 'settled-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/ },
      handler(code, id) {
        const file = id.replaceAll('\\', '/').replace(/.*\/lib\/(?=(?:router|dom)\/|[\w-]+\.js)/, '')
        const facts = settled[file]
        if (!facts) return undefined
        return facts.reduce((told, [reads, is]) => {
          if (!told.includes(reads))
            this.error(`The router's ${file} has no "${reads}" any more: look at launch/settled.ts.`)
          return told.replaceAll(reads, is)
        }, code)
      },
    },
  }
}
