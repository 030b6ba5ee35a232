/** Menus of the platform only, by code: no plan grants them to a company. */
const codes: readonly string[] = [
  'sys.findPerson',
  'sys.companies',
  'sys.plans',
  'sys.modules',
  'sys.apis',
  'sys.menus',
  'sys.messageTemplates',
  'sys.portalUsers',
  'sys.enterprises',
  'open.apis',
]

export const isPlatformMenu = ({ code }: { code: string }): boolean => codes.includes(code)
