import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { districtOptions, educationOptions, webLinkOf } from './profile.rules.ts'

const shop = 'https://shop.example'

describe('webLinkOf', () => {
  it.each([
    ['https://padma.example/fleet?bus=7#tyres', 'https://padma.example/fleet?bus=7#tyres'],
    ['http://padma.example', 'http://padma.example/'],
    ['  https://padma.example  ', 'https://padma.example/'],
    ['HTTPS://PADMA.example/A', 'https://padma.example/A'],
    ['https://example.com/ম', 'https://example.com/%E0%A6%AE'],
  ])('[D2.41] makes %j a link', (text, link) => expect(webLinkOf(text)).toBe(link))

  it.each([
    '',
    ' ',
    'padma.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://https://padma.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://padma.example/1',
    'ftp://padma.example',
    '//evil.example',
    '/dashboard',
    '\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https://',
    'https://\tevil.example',
    'ht\ttps://evil.example',
    'https://evil .example',
    'https://[evil',
  ])('[D2.41] leaves %j a text', text => expect(webLinkOf(text)).toBeUndefined())

  it('[D2.41] makes a link of nothing but http and https', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map(text => `https://${text}`),
        ),
        text => {
          const link = webLinkOf(text)
          if (link !== undefined) expect(['http:', 'https:']).toContain(new URL(link, shop).protocol)
        },
      ),
    )
  })
})

describe('the profile form', () => {
  it('[S3.09] offers these educations, letter by letter', () => {
    expect(educationOptions.join()).toBe('BSC,BBA,MBA,CSE,Primary level,secondary level,HIgher level')
  })
  it('[S3.10] offers these districts, letter by letter', () => {
    expect(districtOptions.join()).toBe('Dhaka,Comilla,Rajhsahi,Barisal,Shylet,Dinajpur,Rangpur')
  })
})
