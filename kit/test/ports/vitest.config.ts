import { testInstallation } from '@atrium/kit/vitest'

const installation = await testInstallation(import.meta.dirname)

/** The rules that hold for tables of all modules are tried elsewhere. */
export default { ...installation, test: { ...installation.test, include: ['*.test.ts'] } }
