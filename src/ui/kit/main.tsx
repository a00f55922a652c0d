import { createRoot } from 'react-dom/client'
import { RouterProvider, createBrowserRouter } from 'react-router'
import '../base.css'
import { NavigationContext } from '../navigation/link.tsx'
import { pageNavigation } from '../navigation/page-navigation.tsx'
import { ShopProvider } from '../shop.tsx'
import { StarSymbols } from '../data/stars.tsx'
import { Toasts } from '../feedback/toasts.tsx'
import { KitPage } from './kit-page.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'

/**
 * A page of its own beside the shop's, with a build of its own (`launch/bundle/builds.ts`): it uses every component, and
 * what all pages share would be cut into other pieces if it were one of them.
 */
const router = createBrowserRouter([{ path: '*', element: <KitPage /> }], { basename: '/dev/kit' })
const place = document.getElementById('kit')
if (place) {
  createRoot(place).render(
    <ShopProvider value={texts.shop}>
      <StarSymbols />
      <NavigationContext value={pageNavigation('/dev/kit')}>
        <RouterProvider router={router} />
      </NavigationContext>
      <Toasts />
    </ShopProvider>,
  )
}
