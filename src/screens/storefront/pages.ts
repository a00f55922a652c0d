import { articlePage } from './words/article-page.tsx'
import { blogPage } from './words/blog-page.tsx'
import { brandPage } from './brand/brand-page.tsx'
import { contentPage } from './words/content-page.tsx'
import { homePage } from './home/home-page.tsx'
import type { ShopPage } from './page.ts'
import { shopPage } from './shop/shop-page.tsx'
import { toolPage } from './tool/tool-page.tsx'

/** What `path` leads to: `page` is read and shown with the values of the path's parts. */
const route = <Data>(path: string, page: ShopPage<Data>) => ({ path, handle: page as ShopPage<unknown> })

/** Every address of the shop that needs no account, and the page that answers it. The others are in `screens/routes.ts`. */
export const pages = [
  route('/', homePage),
  route('/shop', shopPage),
  route('/shop/c/*', shopPage),
  route('/shop/b/:brand', brandPage),
  route('/shop/:id/:slug?', toolPage),
  route('/blog', blogPage),
  route('/blog/:slug', articlePage),
  route('/pages/:slug', contentPage),
]
