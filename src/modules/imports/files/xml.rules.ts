import { cleanText } from '#kernel/tables/cells'

/** An element as it was read: names without their prefix, the line on which its tag ends. */
export type XmlNode = {
  name: string
  line: number
  attributes: Map<string, string>
  text: string
  children: XmlNode[]
}

export const child = (node: XmlNode, name: string) => node.children.find(child => child.name === name)
export const childrenOf = (node: XmlNode, name: string) => node.children.filter(child => child.name === name)

/** The text of a child; undefined where there is none, or nothing in it. */
export function textIn(node: XmlNode | undefined, name: string): string | undefined {
  const match = node && child(node, name)
  return match ? cleanText(match.text) || undefined : undefined
}

/** The code of a brand: newer releases of the formats call it `BrandID`, older ones `BrandAAIAID`. */
export const brandIn = (node: XmlNode | undefined) => textIn(node, 'BrandID') ?? textIn(node, 'BrandAAIAID')
export const brandOn = (node: XmlNode | undefined) => attribute(node, 'BrandID') ?? attribute(node, 'BrandAAIAID')

export const attribute = (node: XmlNode | undefined, name: string): string | undefined =>
  cleanText(node?.attributes.get(name) ?? '') || undefined
