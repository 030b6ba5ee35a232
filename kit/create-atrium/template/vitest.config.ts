import { testInstallation } from '@atrium/kit/vitest'

export default testInstallation(import.meta.dirname)
