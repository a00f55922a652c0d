// oxlint-disable max-lines -- made by a program, and read by the compiler
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables, as the migrations leave them. Made by `node test/generated/tables.ts`, never by hand. */
export type Tables = {
  account: {
    id: string
    issuer: string
    subject: string
    email: string
    email_verified: Generated<boolean>
    display_name: string
    role: Generated<string>
    blocked_at: Date | null
    open_orders: Generated<number>
    hour_began: Date | null
    hour_ordered: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    search: GeneratedAlways<string>
  }
  account_note: {
    id: string
    account_id: string
    kind: string
    text: string
    author_id: string | null
    at: Date
  }
  account_role: {
    key: string
    name: string
    permissions: Generated<string[]>
    is_fixed: Generated<boolean>
    version: Generated<number>
  }
  account_sales: {
    account_id: string
    orders: Generated<number>
    turnover: Generated<number>
    last_paid_at: Date | null
  }
  account_session: {
    id: string
    account_id: string
    identity_session: string
    company_id: string | null
    created_at: Generated<Date>
    ended_at: Date | null
    last_seen_at: Date
    address: string | null
    browser: string | null
    proven_at: Date
  }
  account_vehicle: {
    id: string
    account_id: string
    vehicle_id: number
    name: string | null
    vin: string | null
    created_at: Date
  }
  address: {
    id: string
    account_id: string
    name: string
    company: string | null
    street: string
    postal_code: string | null
    city: string
    region: string | null
    country: string
    phone: string | null
    phone_e164: string | null
    is_default: Generated<boolean>
    created_at: Date
  }
  attribute: {
    id: string
    ordinal: GeneratedAlways<number>
    category_id: string
    name: string
    slug: string
    kind: string
    unit: Generated<string>
    choices: Generated<unknown>
    choices_made: Generated<number>
    position: Generated<number>
    version: Generated<number>
  }
  audit: {
    id: string
    at: Generated<Date>
    actor_kind: string
    actor_id: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: unknown
    after: unknown
    request_id: string | null
  }
  basket: {
    account_id: string
    version: Generated<number>
    changed_at: Date
  }
  basket_line: {
    id: string
    account_id: string
    tool_id: string
    quantity: number
    vehicle_id: number | null
    reference: string | null
    acknowledged: Generated<string[]>
    seen_price: number | null
    seen_free: number
    seen_fit: string | null
  }
  best_list: {
    kind: string
    position: number
    subject_id: string
    orders: number | null
    amount: number
  }
  brand: {
    id: string
    name: string
    image_id: string | null
  }
  brand_code: {
    code: string
    brand_id: string
  }
  card_decline: {
    provider: string
    attempt: string
    order_id: string
    account_id: string | null
    at: Date
  }
  category: {
    id: string
    slug: string
    name: string
    image_id: string | null
    parent_id: string | null
    position: Generated<number>
    text: Generated<string>
    is_hidden: Generated<boolean>
    is_shown: Generated<boolean>
    path: string
    full_name: string
  }
  category_path: {
    path: string
    category_id: string
  }
  change: {
    writer: Generated<string>
    topic: string
    tool_id: string | null
    tool_ordinal: number | null
    at: Generated<Date>
  }
  company: {
    id: string
    name: string
    vat_number: string | null
    version: Generated<number>
    created_at: Generated<Date>
    search: GeneratedAlways<string>
  }
  company_member: {
    account_id: string
    company_id: string
  }
  content_entry: {
    name: string
    value: unknown
    is_removed: Generated<boolean>
    version: number
    changed_at: Date
    created_at: Date
  }
  customer_group: {
    id: string
    name: string
    version: Generated<number>
    created_at: Date
  }
  customer_group_member: {
    group_id: string
    account_id: string
  }
  customer_name: {
    account_id: string
    search: string
  }
  data_source: {
    id: GeneratedAlways<number>
    name: string
    public_name: string | null
    dated: Date
    is_demo: Generated<boolean>
  }
  digest: {
    is_only: Generated<boolean>
    day: Date
  }
  dispute: {
    id: string
    provider_id: string
    order_id: string
    transaction_id: string
    amount: number
    currency: string
    reason: string
    status: string
    is_refundable: boolean
    answer_by: Date | null
    opened_at: Date
    closed_at: Date | null
    changes: Generated<number>
  }
  document: {
    id: string
    key: string
    bytes: number
    created_at: Date
    unused_since: Date | null
  }
  engine: {
    id: GeneratedAlways<number>
    name: string
  }
  everyones_price: {
    tool_id: string
    price: number
    minimum_quantity: number
    quantity_multiple: number
  }
  everyones_price_state: {
    only_row: Generated<boolean>
    made_by: string
  }
  fitment: {
    id: GeneratedAlways<number>
    vehicle_id: number
    tool_ordinal: number
    fits: Generated<boolean>
    position: string | null
    quantity: number | null
    conditions: unknown
    notes: string[] | null
    source_id: number
    answer: GeneratedAlways<number>
  }
  hosted_image: {
    file: string
    url: string
  }
  idempotency_key: {
    account_id: string
    call: string
    key: string
    fingerprint: string
    answer: unknown
    created_at: Date
  }
  identity_deletion: {
    issuer: string
    subject: string
    requested_at: Date
  }
  image: {
    id: string
    key: string
    width: number
    height: number
    account_id: string | null
    created_at: Generated<Date>
    unused_since: Date | null
  }
  image_leftover: {
    key: string
    remove_after: Date
  }
  image_upload: {
    image_id: string
    account_id: string
    created_at: Date
  }
  import: {
    id: string
    number: GeneratedAlways<number>
    state: Generated<string>
    origin: string
    asked: string | null
    asked_at: Date | null
    asked_actor_kind: string | null
    asked_actor_id: string | null
    source: string
    source_id: number | null
    options: unknown
    files: unknown
    counts: unknown
    removal: unknown
    failure: string | null
    problem_count: Generated<number>
    note_count: Generated<number>
    overlap_count: Generated<number>
    duplicate_count: Generated<number>
    basis: number | null
    settled: number | null
    added: unknown
    undo_left: unknown
    actor_kind: string
    actor_id: string | null
    created_at: Date
    ended_at: Date | null
  }
  import_change: {
    import_id: string
    n: GeneratedAlways<number>
    subject: string
    op: string
    before: unknown
    version: number | null
    left_why: string | null
  }
  import_mail: {
    id: string
    import_id: string
    cause: string
    key: Generated<string>
    why: string | null
    at: Date
    queued_at: Date | null
  }
  import_overlap: {
    import_id: string
    n: GeneratedAlways<number>
    is_duplicate: boolean
    vehicle: string
    part_type: string | null
    position: string | null
    qualifiers: string | null
    part: string
    other_part: string
    line: number | null
    other_line: number | null
    record: string | null
    other_record: string | null
  }
  import_picture: {
    import_id: string
    image_id: string
  }
  import_problem: {
    import_id: string
    n: GeneratedAlways<number>
    file: string
    line: number | null
    record: string | null
    field: string | null
    code: string
    value: string | null
    times: Generated<number>
  }
  import_progress: {
    import_id: string
    phase: string
    step: number
    steps: number
    rows: number
    of_rows: number | null
    bytes: number | null
    of_bytes: number | null
    seconds: number
    seen_at: Generated<Date>
  }
  import_refused: {
    import_id: string
    file: number
    line: number
    cells: unknown
    reason: string
  }
  make: {
    id: GeneratedAlways<number>
    name: string
  }
  migration: {
    name: string
    checksum: string
    applied_at: Generated<Date>
    needs: string | null
  }
  model: {
    id: GeneratedAlways<number>
    make_id: number
    name: string
  }
  order_event: {
    id: string
    order_id: string
    at: Generated<Date>
    kind: string
    actor_kind: string
    actor_id: string | null
    detail: unknown
  }
  order_filter: {
    id: string
    account_id: string
    name: string
    query: unknown
    is_shared: boolean
    created_at: Date
  }
  order_line: {
    order_id: string
    position: number
    tool_id: string | null
    tool_name: string
    part_number: string | null
    image: string | null
    reference: string | null
    fit: unknown
    quantity: number
    sales_unit: Generated<string>
    box_quantity: number | null
    unit_price: number
    list_price: number | null
    price_list_id: string | null
    price_list: string | null
    tier_from: number | null
    net: number
    tax_class: Generated<string>
    tax_rate: number
    tax_reason: string
    tax: number
    shipped_quantity: Generated<number>
    returned_quantity: Generated<number>
    returning_quantity: Generated<number>
    sent_back_quantity: Generated<number>
  }
  order_mail: {
    id: string
    order_id: string
    kind: string
    key: Generated<string>
    at: Generated<Date>
    queued_at: Date | null
  }
  order_note: {
    id: string
    order_id: string
    author_id: string | null
    text: string
    at: Date
  }
  orders: {
    id: string
    number: string
    account_id: string | null
    company_id: string | null
    customer_name: string
    customer_email: string
    phone: string
    phone_e164: string | null
    company_name: string
    purchase_order_reference: string | null
    vat_number: string | null
    notes: string | null
    unconfirmed: Generated<boolean>
    search: GeneratedAlways<string>
    address: string
    delivery_name: string | null
    delivery_street: string | null
    delivery_postal_code: string | null
    delivery_city: string | null
    delivery_region: string | null
    delivery_country: string | null
    delivery_method: Generated<string>
    delivery_method_name: Generated<string>
    delivery_days: number | null
    is_pick_up: Generated<boolean>
    currency: string
    prices_include_tax: boolean
    tax_rounding: Generated<string>
    goods: number
    shipping_net: number
    shipping_tax_rate: number
    shipping_tax_reason: string
    shipping_tax: number
    delivery_price: GeneratedAlways<number>
    tax: number
    total: number
    payment_state: Generated<string>
    fulfilment_state: string | null
    carrier: string | null
    tracking: string | null
    placed_at: Generated<Date>
    reserved_until: Date
    paid_at: Date | null
    released_at: Date | null
    released_by: string | null
    closed_at: Date | null
    declines: Generated<number>
    payment_blocked_until: Date | null
    idempotency_key: string | null
    idempotency_fingerprint: string | null
  }
  parcel: {
    id: string
    order_id: string
    carrier: string
    tracking: string | null
    shipped_at: Date
  }
  parcel_line: {
    parcel_id: string
    order_id: string
    position: number
    quantity: number
  }
  part_number: {
    id: GeneratedAlways<number>
    tool_ordinal: number
    kind: string
    value: string
    brand: string | null
    folded: GeneratedAlways<string>
    note: string | null
    source_id: number | null
  }
  payment: {
    id: string
    kind: string
    provider: string | null
    transaction_id: string | null
    amount: number
    allocated: Generated<number>
    currency: string
    reference: string | null
    refunded: Generated<number>
    refunding: Generated<number>
    paid_at: Date
  }
  payment_allocation: {
    id: Generated<string>
    payment_id: string
    order_id: string
    amount: number
  }
  payment_intent: {
    id: string
    provider: string
    order_id: string
    client_secret: string
    amount: number
    currency: string
    state: Generated<string>
    created_at: Generated<Date>
    checked_at: Date | null
    refund_changes: Generated<number>
  }
  picture_batch: {
    id: string
    number: GeneratedAlways<number>
    name: string
    state: Generated<string>
    actor_kind: string
    actor_id: string | null
    asked_actor_kind: string | null
    asked_actor_id: string | null
    created_at: Date
    ended_at: Date | null
  }
  picture_batch_row: {
    batch_id: string
    n: number
    entry: number
    name: string
    tool_id: string | null
    state: string
    problem: string | null
    picture_id: string | null
    is_first: Generated<boolean>
  }
  price_due: {
    id: GeneratedAlways<number>
    tool_id: string | null
  }
  price_entry: {
    list_id: string
    tool_id: string
    from_quantities: number[]
    prices: number[]
    minimum_quantity: number | null
    quantity_multiple: number | null
    version: Generated<number>
  }
  price_file: {
    id: string
    number: Generated<number>
    list_id: string
    name: string
    replaces: boolean
    state: string
    read_share: Generated<number>
    choices: Generated<unknown>
    asks: string | null
    reading: unknown
    failure: string | null
    entries_version: number | null
    rows: number
    added: number
    changed: number
    removed: number
    unchanged: number
    refused: number
    problems: unknown
    left_alone: number | null
    asked_actor_kind: string | null
    asked_actor_id: string | null
    created_at: Date
    ended_at: Date | null
  }
  price_file_entry: {
    file_id: string
    tool_id: string
    numbers: string[] | null
    brand: string | null
    effect: string
    before_froms: number[] | null
    before_prices: number[] | null
    before_minimum: number | null
    before_multiple: number | null
    after_froms: number[] | null
    after_prices: number[] | null
    after_minimum: number | null
    after_multiple: number | null
  }
  price_file_row: {
    file_id: string
    line: number
    part: string
    brand: string | null
    from_quantity: number
    price: number
    minimum: number | null
    multiple: number | null
    tool_id: string | null
    problem: string | null
  }
  price_list: {
    id: string
    ordinal: GeneratedAlways<number>
    name: string
    currency: string
    is_gross: boolean
    from_day: Date | null
    until_day: Date | null
    priority: Generated<number>
    audience: string
    group_id: string | null
    company_id: string | null
    minimum_quantity: number | null
    quantity_multiple: number | null
    version: Generated<number>
    entries_version: Generated<number>
    created_at: Date
    removed_at: Date | null
    has_lost_rules: Generated<boolean>
  }
  price_rule: {
    id: string
    list_id: string
    category_id: string | null
    brand_id: string | null
    discount: number
  }
  price_state: {
    only_row: Generated<boolean>
    version: Generated<number>
  }
  profile: {
    account_id: string
    phone: string | null
    education: string | null
    link: string | null
    district: string | null
    updated_at: Generated<Date>
  }
  provider_event: {
    provider: string
    event_id: string
    kind: string
    intent_id: string | null
    outcome: string
    received_at: Generated<Date>
  }
  rate_limit: {
    key: string
    count: number
    until: Date
  }
  refund: {
    id: string
    order_id: string
    transaction_id: string
    provider_id: string | null
    amount: number
    reason: string
    state: Generated<string>
    actor_id: string | null
    requested_at: Generated<Date>
    done_at: Date | null
    note: string | null
    failure: string | null
    tries: Generated<number>
    former_ids: Generated<string[]>
    retried_at: Date | null
    retried_by: string | null
  }
  refund_movement: {
    id: Generated<string>
    refund_id: string
    at: Date
    amount: number
    is_of_payment: boolean
    provider_id: string | null
  }
  refused_mail: {
    email: string
    subject: string
    answer: string
    refused_at: Date
  }
  review: {
    id: string
    account_id: string | null
    tool_id: string | null
    author: string
    business: string | null
    rating: number
    body: string
    image_id: string | null
    verified_buyer: Generated<boolean>
    state: Generated<string>
    created_at: Generated<Date>
    version: Generated<number>
  }
  sales_quarter: {
    starts_at: Date
    orders: Generated<number>
    revenue: Generated<number>
    refunded: Generated<number>
  }
  saved_list: {
    id: string
    account_id: string
    name: string
    currency: string
    saved_at: Date
  }
  saved_list_line: {
    list_id: string
    position: number
    tool_id: string
    quantity: number
    vehicle_id: number | null
    reference: string | null
    price: number
  }
  setting: {
    name: string
    value: string
  }
  shop_fact: {
    only_row: Generated<boolean>
    currency: string
  }
  shop_logo: {
    image_id: string
    since: Date
  }
  source_part: {
    source_id: number
    tool_id: string
    import_id: string
  }
  staff_invitation: {
    id: string
    email: string
    role: string
    invited_by: string
    created_at: Date
    expires_at: Date
  }
  staff_mail_choice: {
    account_id: string
    mail: string
    is_wanted: boolean
  }
  stock_count: {
    take_id: string
    tool_id: string
    n: Generated<number>
    counted: number
    expected: number
    counted_at: Date
    actor_kind: string
    actor_id: string | null
    outcome: string | null
  }
  stock_movement: {
    id: string
    tool_id: string
    at: Generated<Date>
    reason: string
    on_hand_change: Generated<number>
    reserved_change: Generated<number>
    order_id: string | null
    stock_take_id: string | null
    is_part: Generated<boolean>
    actor_kind: string
    actor_id: string | null
    note: string | null
  }
  stock_take: {
    id: string
    number: GeneratedAlways<number>
    note: string
    state: Generated<string>
    actor_kind: string
    actor_id: string | null
    created_at: Date
    ended_at: Date | null
  }
  supersession: {
    id: GeneratedAlways<number>
    brand: string
    old_number: string
    new_number: string
    old_folded: GeneratedAlways<string>
    new_folded: GeneratedAlways<string>
    source_id: number
  }
  tool: {
    id: string
    ordinal: GeneratedAlways<number>
    name: string
    description: string
    tags: Generated<string[]>
    part_number: string | null
    brand_id: string | null
    category_id: string | null
    attributes: Generated<unknown>
    is_universal: Generated<boolean>
    image_id: string | null
    image_url: string | null
    image_alt: Generated<string>
    price: number
    list_price: number | null
    tax_class: Generated<string>
    country_of_origin: string | null
    customs_code: string | null
    sales_unit: Generated<string>
    box_quantity: number | null
    minimum_quantity: number
    quantity_multiple: Generated<number>
    weight_grams: number | null
    on_hand: number
    reserved: Generated<number>
    free: GeneratedAlways<number>
    held_unconfirmed: Generated<number>
    low_stock_level: number | null
    is_low: GeneratedAlways<boolean>
    rating_total: Generated<number>
    rating_count: Generated<number>
    version: Generated<number>
    archived_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  tool_document: {
    tool_id: string
    document_id: string
    kind: string
    name: Generated<string>
    added_at: Date
  }
  tool_edit: {
    id: string
    number: GeneratedAlways<number>
    state: Generated<string>
    scope: unknown
    change: unknown
    actor_kind: string
    actor_id: string | null
    asked_actor_kind: string | null
    asked_actor_id: string | null
    created_at: Date
    ended_at: Date | null
  }
  tool_edit_row: {
    edit_id: string
    n: number
    tool_id: string
    version: number
    after_version: number | null
    before: unknown
    after: unknown
    units: number | null
    state: string
    problem: string | null
  }
  tool_picture: {
    tool_id: string
    position: number
    image_id: string
    alt: Generated<string>
  }
  tool_sales: {
    day: Date
    tool_id: string
    units: number
    orders: Generated<number>
  }
  unit_return: {
    id: string
    order_id: string
    refund_id: string | null
    state: string
    becomes: string
    asked_at: Date
  }
  unit_return_line: {
    return_id: string
    order_id: string
    position: number
    quantity: number
    sent_back: Generated<number>
  }
  unresolved_fitment: {
    id: GeneratedAlways<number>
    tool_ordinal: number
    system: string | null
    external_id: string | null
    year: number | null
    make: string | null
    model: string | null
    engine: string | null
    fits: boolean
    position: string | null
    quantity: number | null
    conditions: unknown
    notes: string[] | null
    source_id: number
    vehicle: GeneratedAlways<string>
  }
  vehicle: {
    id: GeneratedAlways<number>
    year: number
    model_id: number
    engine_id: number | null
    base_id: number | null
    is_offered: Generated<boolean>
  }
  vehicle_alias: {
    system: string
    external_id: string
    vehicle_id: number
  }
  waiting_file: {
    id: string
    owner_id: string | null
    bytes: number | null
    is_needed: Generated<boolean>
    touched_at: Date
  }
  waiting_file_piece: {
    file_id: string
    n: number
    bytes: Buffer
  }
}
