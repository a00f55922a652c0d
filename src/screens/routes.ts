import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/**
 * The screens of the application around an account, and the address of each. Every other address is a page of the shop
 * (`storefront/pages.ts`).
 */
export default [
  layout('application/application-layout.tsx', [
    route('login', 'account/sign-in/login-page.tsx'),
    route('signUp', 'account/sign-in/sign-up-page.tsx'),
    route('forgot-password', 'account/sign-in/forgot-password-page.tsx'),
    route('reset-password', 'account/sign-in/reset-password-page.tsx'),
    route('confirm-email', 'account/sign-in/confirm-email-page.tsx'),

    route('order-pad', 'account/order-pad/order-pad-page.tsx'),
    route('basket', 'account/basket/basket-page.tsx'),

    layout('account/protected-layout.tsx', [
      route('checkout', 'account/checkout/checkout-page.tsx'),
      route('purchase/:toolID', 'account/purchase/purchase-page.tsx'),
      route('dashboard', 'account/dashboard/dashboard-layout.tsx', [
        index('account/profile/profile-page.tsx'),
        route('account', 'account/account-page.tsx'),
        route('users', 'admin/users-page.tsx'),
        route('reviews', 'account/reviews/add-review-page.tsx'),
        route('order', 'account/orders/my-orders-page.tsx'),
        route('order/:orderId', 'account/orders/order-page.tsx'),
        route('lists', 'account/lists/lists-page.tsx'),
        route('lists/:listId', 'account/lists/list-page.tsx'),
        route('order/:orderId/receipt', 'account/orders/receipt-page.tsx'),
        route('payment/:orderId', 'account/payment/payment-page.tsx'),
        route('addresses', 'account/addresses/address-book-page.tsx'),
        route('portfolio', 'account/portfolio-page.tsx'),
        layout('admin/admin-layout.tsx', [
          route('allOrders', 'admin/orders/all-orders-page.tsx'),
          route('allOrders/print', 'admin/orders/print-page.tsx'),
          route('allOrders/shipments', 'admin/orders/shipments-page.tsx'),
          route('allOrders/:orderId', 'admin/orders/admin-order-page.tsx'),
          route('manageProducts', 'admin/products/manage-products-page.tsx'),
          route('manageProducts/edits', 'admin/edits/edits-page.tsx'),
          route('manageProducts/edits/new', 'admin/edits/new-edit-page.tsx'),
          route('manageProducts/edits/:id', 'admin/edits/edit-page.tsx'),
          route('manageProducts/pictures', 'admin/pictures/batches-page.tsx'),
          route('manageProducts/pictures/:id', 'admin/pictures/batch-page.tsx'),
          route('manageProducts/:id', 'admin/products/change-tool-page.tsx'),
          route('brands', 'admin/brands/brands-page.tsx'),
          route('lowStock', 'admin/products/low-stock-page.tsx'),
          route('stockTakes', 'admin/stock/stock-takes-page.tsx'),
          route('stockTakes/:id', 'admin/stock/stock-take-page.tsx'),
          route('addNewTool', 'admin/products/add-tool-page.tsx'),
          route('categories', 'admin/categories/categories-page.tsx'),
          route('categories/:id/attributes', 'admin/categories/attributes-page.tsx'),
          route('customers', 'admin/customers/customers-page.tsx'),
          route('customers/:id', 'admin/customers/customer-page.tsx'),
          route('price-lists', 'admin/prices/price-lists-page.tsx'),
          route('price-lists/new', 'admin/prices/price-list-page.tsx', { id: 'new-price-list' }),
          route('price-lists/:id', 'admin/prices/price-list-page.tsx'),
          route('staff', 'admin/staff/staff-page.tsx'),
          route('manageReviews', 'admin/reviews/manage-reviews-page.tsx'),
          route('imports', 'admin/imports/imports-page.tsx'),
          route('imports/:id', 'admin/imports/import-page.tsx'),
          route('reports', 'admin/reports/reports-page.tsx'),
          route('overview', 'admin/overview/overview-page.tsx'),
          route('content', 'admin/content/content-page.tsx'),
          route('content/mails', 'admin/content/mails-page.tsx'),
          route('content/pages', 'admin/content/documents-page.tsx'),
          route('content/pages/new/:kind', 'admin/content/new-document-page.tsx'),
          route('content/pages/:name', 'admin/content/document-page.tsx'),
          route('settings', 'admin/settings/settings-page.tsx'),
          route('audit', 'admin/audit/audit-page.tsx'),
        ]),
      ]),
    ]),

    index('application/other-page.tsx', { id: 'home' }),
    route('*', 'application/other-page.tsx'),
  ]),
] satisfies RouteConfig
