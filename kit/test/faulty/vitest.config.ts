import { testInstallation } from '@atrium/kit/vitest'

const installation = await testInstallation(import.meta.dirname)

/** The rules that hold for modules are what is tested here: this one breaks them. */
export default { ...installation, test: { ...installation.test, include: ['*.test.ts'] } }
