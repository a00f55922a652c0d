/** A bill of materials of a lock file: without what only development installs. */
export function billOf({ name, version }, { packages }) {
  const components = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.link)
    .map(([path, entry]) => componentOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), entry))
  const known = new Map(components.map(component => [component['bom-ref'], component]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': name } },
    components: [...known.values()].toSorted((one, other) => one['bom-ref'].localeCompare(other['bom-ref'])),
  }
}

function componentOf(name, { version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
  }
}

/** npm's `sha512-…` in base64, as the format wants it. */
function hashOf(integrity) {
  const [algorithm, value] = integrity.split(' ')[0].split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: globalThis.Buffer.from(value, 'base64').toString('hex') }
}
