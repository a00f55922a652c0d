/** A rule of `deploy/alerts.yml`: what it fires at, from which minute on, and what it stays quiet at, however long it lasts. */
export type AlertCase = {
  alert: string
  series: readonly [series: string, values: string][]
  /** The first minute in which it fires; it does not in the one before. */
  minute: number
  labels?: Record<string, string>
  /** Of all that is alike it still must tell this. */
  quietAt: readonly [series: string, values: string][]
}

const request = (rest: string) => `http_request_duration_seconds_${rest.replace('{', '{job="tappet",')}`
const jobs = (queue: string, state: string) => `tappet_jobs{job="tappet",queue="${queue}",state="${state}"}`
const connection = { job: 'tappet', instance: 'a:1', pool: 'tappet', state: 'wanted' }
const disk = { instance: 'a:1', mountpoint: '/', fstype: 'ext4' }

/** A series of Prometheus, as its tests write it. */
const of = (name: string, labels: Record<string, string>) =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`

const avail = (labels = disk) => of('node_filesystem_avail_bytes', labels)
const size = (labels = disk) => of('node_filesystem_size_bytes', labels)
const member = (name: string, machine: string) => of(name, { job: 'patroni', instance: machine, scope: 'tappet' })
const bothDown: AlertCase['series'] = ['a', 'b'].map(machine => [
  of('up', { job: 'patroni', instance: machine }),
  '0x60',
])

/** Samples come each minute: `0x9` is ten of 0, `0+2x9` a rise by two each minute. */
export const alertCases: readonly AlertCase[] = [
  {
    alert: 'TappetIsDown',
    series: [[of('up', { job: 'tappet', instance: 'a:1' }), '1 1 0x20']],
    minute: 3,
    labels: { job: 'tappet', instance: 'a:1' },
    quietAt: [[of('up', { job: 'another', instance: 'a:1' }), '0x60']],
  },
  {
    alert: 'TappetFails',
    series: [
      ['http_refused_total{job="tappet",status="503"}', '0+2x60'],
      [request('count{status="200"}'), '0+100x60'],
    ],
    minute: 6,
    quietAt: [
      ['http_refused_total{job="tappet",status="503"}', '0+1x60'],
      ['http_refused_total{job="tappet",status="404"}', '0+50x60'],
      [request('count{status="200"}'), '0+150x60'],
    ],
  },
  {
    alert: 'TappetIsSlow',
    series: [
      [request('bucket{method="GET",le="0.5"}'), '0+90x60'],
      [request('bucket{method="GET",le="1"}'), '0+100x60'],
      [request('bucket{method="GET",le="+Inf"}'), '0+100x60'],
    ],
    minute: 11,
    quietAt: [
      [request('bucket{method="GET",le="0.5"}'), '0+96x60'],
      [request('bucket{method="GET",le="+Inf"}'), '0+100x60'],
      [request('bucket{method="POST",le="0.5"}'), '0+0x60'],
      [request('bucket{method="POST",le="+Inf"}'), '0+100x60'],
    ],
  },
  {
    alert: 'TappetPaymentEventsWantALook',
    series: [['tappet_payment_events_total{outcome="forged"}', '0+1x60']],
    minute: 6,
    labels: { outcome: 'forged' },
    quietAt: [
      ['tappet_payment_events_total{outcome="pending"}', '0+9x60'],
      ['tappet_payment_events_total{outcome="forged"}', '0x20 1x60'],
    ],
  },
  {
    alert: 'TappetJobsPileUp',
    series: [[jobs('reindex', 'waiting'), '101x60']],
    minute: 10,
    labels: { queue: 'reindex' },
    quietAt: [[jobs('reindex', 'waiting'), '100x60']],
  },
  {
    alert: 'TappetJobsFail',
    series: [[jobs('refund', 'failed'), '0x59 1x59']],
    minute: 60,
    labels: { queue: 'refund' },
    quietAt: [[jobs('refund', 'failed'), '3x120']],
  },
  {
    alert: 'TappetWaitsForConnections',
    series: [[of('tappet_database_connections', connection), '1x60']],
    minute: 2,
    labels: connection,
    quietAt: [[of('tappet_database_connections', connection), '0x60']],
  },
  {
    alert: 'TappetIsBusy',
    series: [[of('nodejs_eventloop_lag_p99_seconds', { job: 'tappet', instance: 'a:1' }), '0.31x60']],
    minute: 10,
    labels: { job: 'tappet', instance: 'a:1' },
    quietAt: [[of('nodejs_eventloop_lag_p99_seconds', { job: 'tappet', instance: 'a:1' }), '0.3x60']],
  },
  {
    alert: 'TappetMailFails',
    series: [[jobs('mail', 'failed'), '0x59 1x59']],
    minute: 60,
    quietAt: [
      [jobs('mail', 'failed'), '1x120'],
      [jobs('refund', 'failed'), '0x59 1x59'],
    ],
  },
  {
    alert: 'TappetMailWaits',
    series: [[jobs('mail', 'waiting'), '11x60']],
    minute: 15,
    quietAt: [[jobs('mail', 'waiting'), '10x60']],
  },
  {
    alert: 'DiskFillsUp',
    series: [
      [avail(), '14x60'],
      [size(), '100x60'],
    ],
    minute: 10,
    labels: disk,
    quietAt: [
      [avail({ ...disk, fstype: 'tmpfs' }), '1x60'],
      [size({ ...disk, fstype: 'tmpfs' }), '100x60'],
    ],
  },
  {
    alert: 'DiskIsFull',
    series: [
      [avail(), '6 4x60'],
      [size(), '100x60'],
    ],
    minute: 1,
    labels: disk,
    quietAt: [
      [avail(), '6x60'],
      [size(), '100x60'],
    ],
  },
  {
    alert: 'ClockIsWrong',
    series: [[of('node_timex_offset_seconds', { instance: 'a:1' }), '-0.6x60']],
    minute: 10,
    labels: { instance: 'a:1' },
    quietAt: [
      [of('node_timex_offset_seconds', { instance: 'a:1' }), '-0.1x60'],
      [of('node_timex_sync_status', { instance: 'a:1' }), '1x60'],
    ],
  },
  {
    alert: 'StandbyIsMissing',
    series: [
      [member('patroni_sync_standby', 'a'), '0x60'],
      [member('patroni_sync_standby', 'b'), '1 0x60'],
    ],
    minute: 6,
    quietAt: [
      [member('patroni_sync_standby', 'a'), '0x60'],
      [member('patroni_sync_standby', 'b'), '1x60'],
    ],
  },
  // Nobody answers any more, so nobody says that there is none.
  { alert: 'StandbyIsMissing', series: bothDown, minute: 5, quietAt: [] },
  {
    alert: 'PrimaryIsMissing',
    series: [
      [member('patroni_primary', 'a'), '1 0x60'],
      [member('patroni_primary', 'b'), '0x60'],
    ],
    minute: 2,
    quietAt: [
      [member('patroni_primary', 'a'), '0x60'],
      [member('patroni_primary', 'b'), '1x60'],
    ],
  },
  { alert: 'PrimaryIsMissing', series: bothDown, minute: 1, quietAt: [] },
  {
    alert: 'ArchiveFails',
    series: [[of('pg_stat_archiver_failed_count', { instance: 'a:1' }), '0+1x60']],
    minute: 31,
    labels: { instance: 'a:1' },
    quietAt: [[of('pg_stat_archiver_failed_count', { instance: 'a:1' }), '3x60']],
  },
]
