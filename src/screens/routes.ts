import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/** The contents page of screens: every address, and the room that answers it. */
export default [
  layout('storefront/frame/shop-layout.tsx', [
    index('storefront/home/home-page.tsx'),

    route('shop', 'storefront/shop/shop-page.tsx'),
    route('shop/:id/:slug?', 'storefront/tool/tool-page.tsx'),

    route('blog', 'storefront/words/blog-page.tsx'),
    route('blog/:slug', 'storefront/words/article-page.tsx'),

    route('login', 'account/sign-in/login-page.tsx'),
    route('signUp', 'account/sign-in/sign-up-page.tsx'),
    route('forgot-password', 'account/sign-in/forgot-password-page.tsx'),
    route('reset-password', 'account/sign-in/reset-password-page.tsx'),
    route('confirm-email', 'account/sign-in/confirm-email-page.tsx'),

    layout('account/protected-layout.tsx', [
      route('purchase/:toolID', 'storefront/purchase/purchase-page.tsx'),
      route('dashboard', 'account/dashboard-layout.tsx', [
        index('account/profile-page.tsx'),
        route('account', 'account/account-page.tsx'),
        route('users', 'admin/users-page.tsx'),
        route('reviews', 'account/reviews/add-review-page.tsx'),
        route('order', 'account/orders/my-orders-page.tsx'),
        route('order/:orderId', 'account/orders/order-page.tsx'),
        route('order/:orderId/receipt', 'account/orders/receipt-page.tsx'),
        route('payment/:orderId', 'account/payment/payment-page.tsx'),
        route('portfolio', 'account/portfolio-page.tsx'),
        layout('admin/admin-layout.tsx', [
          route('allOrders', 'admin/orders/all-orders-page.tsx'),
          route('allOrders/:orderId', 'admin/orders/admin-order-page.tsx'),
          route('manageProducts', 'admin/products/manage-products-page.tsx'),
          route('manageProducts/:id', 'admin/products/change-tool-page.tsx'),
          route('addNewTool', 'admin/products/add-tool-page.tsx'),
          route('manageReviews', 'admin/reviews/manage-reviews-page.tsx'),
          route('imports', 'admin/imports/imports-page.tsx'),
          route('imports/:id', 'admin/imports/import-page.tsx'),
          route('audit', 'admin/audit/audit-page.tsx'),
        ]),
      ]),
    ]),

    route('pages/:slug', 'storefront/words/content-page.tsx'),
    route('*', 'storefront/lost/not-found-page.tsx'),
  ]),
] satisfies RouteConfig
