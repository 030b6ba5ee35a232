import { installationContract } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createInstallation } from './installation.service.ts'

/** The installation as its operator sees it. */
export const createInstallationFeature = (ports: Parameters<typeof createInstallation>[0]): Feature => {
  const installation = createInstallation(ports)
  return {
    routes: implement(installationContract, {
      state: installation.state,
      runSchedule: installation.run,
      pauseSchedule: installation.pause,
      resumeSchedule: installation.resume,
    }),
  }
}
