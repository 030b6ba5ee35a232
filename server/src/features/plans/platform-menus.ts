/** The entries of what the platform company alone looks after, by code: no plan gives them to a company. */
const codes: readonly string[] = [
  'sys.tenancy',
  'sys.companies',
  'sys.plans',
  'sys.access',
  'sys.modules',
  'sys.apis',
  'sys.menus',
  'sys.messageTemplates',
]

export const isPlatformMenu = ({ code }: { code: string }): boolean => codes.includes(code)
