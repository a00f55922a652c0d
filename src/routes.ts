import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/** The contents page of screens: every address, and the room that answers it. */
export default [
  layout('features/content/ui/shop-layout.tsx', [
    index('features/content/ui/home-page.tsx'),

    route('shop', 'features/catalogue/ui/shop-page.tsx'),
    route('shop/:id/:slug?', 'features/catalogue/ui/tool-page.tsx'),

    route('pages/:slug', 'features/content/ui/content-page.tsx'),
    route('*', 'features/content/ui/not-found-page.tsx'),
  ]),
] satisfies RouteConfig
