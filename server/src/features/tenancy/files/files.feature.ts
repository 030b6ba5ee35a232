import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { runHourly } from '../../../kernel/run-hourly.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { createFileSweep } from './file-sweep.ts'
import { createFiles } from './files.service.ts'

type Ports = Pick<BasePorts, 'database' | 'fileStore'> & { settings: Pick<Settings, 'read'> }

/** Stored files: rows, storage, and the sweep of what nothing uses. Offers `files`. */
export const createFilesFeature = (ports: Ports) => {
  const files = createFiles(ports)
  /** Each node has its own temporary files, whatever else it does. */
  const clearTemporaryFiles = (onError: (error: unknown) => void) => {
    const clear = () => ports.fileStore.removeLeftovers()
    clear().catch(onError)
    return runHourly(clear, onError)
  }
  return {
    files,
    routes: [],
    // The same bytes were removed between their arrival and the file; they are stored again at the next try.
    constraints: { files__content: { ...kernelErrors.busy, field: 'file' } },
    jobs: createFileSweep({ ...ports, files }).jobs,
    works: [{ start: clearTemporaryFiles }],
  }
}
