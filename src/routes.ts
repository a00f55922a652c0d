import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/** The contents page of screens: every address, and the room that answers it. */
export default [
  layout('features/content/ui/shop-layout.tsx', [
    index('features/content/ui/home-page.tsx'),

    route('shop', 'features/catalogue/ui/shop-page.tsx'),
    route('shop/:id/:slug?', 'features/catalogue/ui/tool-page.tsx'),

    route('blog', 'features/content/ui/blog-page.tsx'),
    route('blog/:slug', 'features/content/ui/article-page.tsx'),

    route('login', 'features/accounts/ui/login-page.tsx'),
    route('signUp', 'features/accounts/ui/sign-up-page.tsx'),
    route('forgot-password', 'features/accounts/ui/forgot-password-page.tsx'),
    route('reset-password', 'features/accounts/ui/reset-password-page.tsx'),
    route('confirm-email', 'features/accounts/ui/confirm-email-page.tsx'),

    layout('features/accounts/ui/protected-layout.tsx', [
      route('purchase/:toolID', 'features/orders/ui/purchase-page.tsx'),
      route('dashboard', 'features/accounts/ui/dashboard-layout.tsx', [
        index('features/accounts/ui/profile-page.tsx'),
        route('account', 'features/accounts/ui/account-page.tsx'),
        route('users', 'features/accounts/ui/users-page.tsx'),
        route('reviews', 'features/reviews/ui/add-review-page.tsx'),
        route('order', 'features/orders/ui/my-orders-page.tsx'),
        route('order/:orderId', 'features/orders/ui/order-page.tsx'),
        route('order/:orderId/receipt', 'features/orders/ui/receipt-page.tsx'),
        route('payment/:orderId', 'features/payments/ui/payment-page.tsx'),
        route('portfolio', 'features/content/ui/portfolio-page.tsx'),
        layout('features/accounts/ui/admin-layout.tsx', [
          route('allOrders', 'features/orders/ui/all-orders-page.tsx'),
          route('allOrders/:orderId', 'features/orders/ui/admin-order-page.tsx'),
          route('manageProducts', 'features/catalogue/ui/manage-products-page.tsx'),
          route('manageProducts/:id', 'features/catalogue/ui/change-tool-page.tsx'),
          route('addNewTool', 'features/catalogue/ui/add-tool-page.tsx'),
          route('manageReviews', 'features/reviews/ui/manage-reviews-page.tsx'),
          route('imports', 'features/imports/ui/imports-page.tsx'),
          route('imports/:id', 'features/imports/ui/import-page.tsx'),
          route('audit', 'features/admin/ui/audit-page.tsx'),
        ]),
      ]),
    ]),

    route('pages/:slug', 'features/content/ui/content-page.tsx'),
    route('*', 'features/content/ui/not-found-page.tsx'),
  ]),
] satisfies RouteConfig
