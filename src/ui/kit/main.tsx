import { createRoot } from 'react-dom/client'
import { RouterProvider, createBrowserRouter } from 'react-router'
import '../base.css'
import { ShopProvider } from '../shop.tsx'
import { StarSymbols } from '../data/stars.tsx'
import { Toasts } from '../feedback/toasts.tsx'
import { KitPage } from './kit-page.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'

/**
 * A page of its own beside the shop's, with a build of its own (`react-router.config.ts`): it uses every component, and
 * what all pages share would be cut into other pieces if it were one of them.
 */
const router = createBrowserRouter([{ path: '*', element: <KitPage /> }], { basename: '/dev/kit' })
const place = document.getElementById('kit')
if (place) {
  createRoot(place).render(
    <ShopProvider value={texts.shop}>
      <StarSymbols />
      <RouterProvider router={router} />
      <Toasts />
    </ShopProvider>,
  )
}
