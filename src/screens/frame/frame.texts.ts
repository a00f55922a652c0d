import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the shop’s frame that is not the shop owner’s own (those: content/shop.json). */
export const frameTexts = texts('screens.frame', {
  skipToContent: 'Skip to the content',
  mainNavigation: 'Main',
  openMenu: 'Menu',
  closeMenu: 'Close the menu',
  menu: 'Menu',
  categories: 'Categories',
  home: 'Home',
  shop: 'Shop',
  quickOrder: 'Quick Order',
  blog: 'Blog',
  dashboard: 'Dashboard',
  login: 'Login',
  signUp: 'Sign Up',
  logOut: 'LOGOUT',
  contact: 'Contact',
  callUs: (phone: string) => `Call us: ${phone}`,
  visitUs: (address: string) => `Visit us: ${address}`,
  footer: 'More about this shop',
  copyright: (line: string, year: number) => sentence`${line} - ${year}`,
})
