import type { Permission } from '#kernel/access'

/**
 * What each right may change, written out once more: `table*` anything of it, `table+` new rows, `table-` rows that go, `table.column`
 * what is there already. Whoever has several rights may change what all of them say.
 */
export const promises: Record<Permission, readonly string[]> = {
  orders: ['order_filter*', 'order_note*'],
  shipping: [
    ...all('parcel* parcel_line* order_event+'),
    ...columns('order_line', 'shipped_quantity'),
    ...columns('orders', 'fulfilment_state carrier tracking'),
  ],
  cancellations: [
    ...all('order_event+ stock_movement+freed stock_movement+cancelled stock_movement+returned'),
    ...columns('order_line', 'returning_quantity'),
    ...columns('orders', 'payment_state fulfilment_state total closed_at'),
    ...columns('payment_intent', 'state checked_at amount'),
    ...columns('account', 'open_orders updated_at'),
    ...columns('tool', 'on_hand reserved free held_unconfirmed'),
  ],
  refunds: [
    ...all(
      'refund* unit_return* unit_return_line* refund_movement* order_event+ stock_movement+cancelled stock_movement+returned',
    ),
    ...columns('orders', 'payment_state fulfilment_state'),
    ...columns('order_line', 'returned_quantity returning_quantity sent_back_quantity'),
    ...columns('payment', 'refunded refunding'),
    ...columns('payment_intent', 'refund_changes checked_at'),
    ...columns('tool', 'on_hand free'),
  ],
  customers: ['account_note*', ...columns('account', 'blocked_at updated_at')],
  companies: all('company* company_member* account_session.company_id'),
  reviews: ['review.state', 'review.version', ...columns('tool', 'rating_total rating_count')],
  catalogue: [
    ...all('attribute* brand* category* category_path* picture_batch* picture_batch_row* image*'),
    ...all('document* tool_document* tool_picture* tool_edit* tool_edit_row* waiting_file*'),
    // The first price and the first stock of a new tool are the catalogue's.
    ...all('waiting_file_piece* part_number* tool+ stock_movement+opening'),
    ...columns('tool', 'name description minimum_quantity quantity_multiple sales_unit box_quantity weight_grams'),
    ...columns('tool', 'low_stock_level tax_class tags part_number brand_id category_id image_id image_url image_alt'),
    ...columns('tool', 'attributes is_universal archived_at version updated_at'),
    ...columns('tool', 'country_of_origin customs_code list_price'),
  ],
  stock: [
    ...all('stock_take* stock_count* stock_movement+restocked stock_movement+corrected stock_movement+counted'),
    ...columns('tool', 'on_hand free updated_at'),
  ],
  // What hangs on parts; the parts themselves are the catalogue's, by a file too.
  imports: [
    ...all(
      'import* import_change* import_overlap* import_picture* import_problem* import_refused* data_source* source_part*',
    ),
    ...all('brand_code* fitment* part_number* supersession* unresolved_fitment* vehicle* make* model*'),
    ...all('vehicle_alias* engine* waiting_file* waiting_file_piece*'),
  ],
  prices: [
    ...all('price_list* price_entry* price_rule* price_file* price_file_row* price_file_entry*'),
    ...all('price_state* customer_group* customer_group_member* waiting_file* waiting_file_piece*'),
    ...columns('tool', 'price version updated_at'),
  ],
  reports: [],
  settings: ['setting*', 'content_entry*', 'shop_logo*', 'shop_fact*'],
  staff: ['account_role*', 'staff_invitation*', ...columns('account', 'role updated_at'), 'account_session.ended_at'],
  audit: [],
}

/** What any account may change by calls of its own: itself, and what it orders. */
export const everybodys: readonly string[] = [
  ...all('account* account_session* account_vehicle* address* basket* basket_line* company* profile*'),
  ...all('saved_list* saved_list_line* staff_mail_choice* customer_name* identity_deletion* review*'),
  ...all('image* image_upload* hosted_image* orders* order_line* order_event+ payment* payment_allocation*'),
  ...all('payment_intent* card_decline* dispute* stock_movement+reserved stock_movement+sold'),
  'stock_movement+freed',
  ...columns('tool', 'on_hand reserved free held_unconfirmed'),
]

/** What follows from a change, or is written down of it, whoever makes it. */
export const machinery: readonly string[] = [
  ...all('audit+ change* rate_limit* idempotency_key* import_progress* import_mail* order_mail* digest*'),
  ...all('account_sales* sales_quarter* tool_sales* best_list* image_leftover* provider_event* migration*'),
  ...all('everyones_price* everyones_price_state* price_due* refused_mail*'),
  // The sweep looks what is used, whoever has it look: of an account that goes, its pictures.
  'document.unused_since',
]

function columns(table: string, named: string): string[] {
  return named.split(' ').map(column => `${table}.${column}`)
}

function all(named: string): string[] {
  return named.split(' ')
}
