import { newId } from '#platform/context'

type Missing = [field: string, message: string | RegExp][]
const name: Missing = [['name', 'Give the name of the company.']]

/** The calls about companies that take a body, with what they miss in an empty one. */
export const companyBodies: Record<string, { path: () => string; missing: Missing; isNullable?: true; isOwn?: true }> =
  {
    'PUT /session/company': {
      path: () => '/session/company',
      missing: [['companyId', 'Say for which company.']],
      isNullable: true,
      isOwn: true,
    },
    'POST /companies': { path: () => '/companies', missing: name },
    'PUT /companies/:id': {
      path: () => `/companies/${newId()}`,
      missing: [...name, ['version', 'version is required']],
    },
    'POST /companies/:id/members': {
      path: () => `/companies/${newId()}/members`,
      missing: [['email', 'Email is required']],
    },
  }
