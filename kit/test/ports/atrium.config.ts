import { defineInstallation } from '@atrium/kit/config'

export default defineInstallation({ modules: ['.'] })
