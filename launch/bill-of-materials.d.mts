type Component = { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }
export function billOf(packageFile: object, lockFile: object): { bomFormat: string; components: Component[] }
