import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Admission } from '../../../kernel/http/admit.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createCheckJob } from './checking/check.job.ts'
import type { ImportPorts } from './import-ports.ts'
import { importsRetention } from './imports.repository.ts'
import { createImports } from './imports.service.ts'
import { createUndoJob } from './undoing/undo.job.ts'
import { createApplyJob } from './writing/apply.job.ts'
import type { ImportWriter } from './writing/import-writer.ts'
import { createBatchImportWriter } from './writing/write-batches.ts'
import { createEndpointImportWriter } from './writing/write-by-endpoints.ts'

type Given = Omit<ImportPorts, 'references' | 'routes' | 'constraints'> & {
  database: Database
  security: Pick<Admission, 'requireReauthentication'>
  /** What all features declare. */
  collect: () => {
    sheetReferences: ReturnType<ImportPorts['references']>
    routes: ReturnType<ImportPorts['routes']>
    constraints: ReturnType<ImportPorts['constraints']>
  }
}

/** What checks, applies and takes back the imports of entities that are written in one way. */
const createImportJobs = (
  ports: ImportPorts,
  writer: ImportWriter,
  names: Readonly<Record<'check' | 'apply' | 'undo', string>>,
) => {
  const undo = createUndoJob(names.undo, ports, writer)
  return {
    undo,
    check: createCheckJob(names.check, ports, writer),
    apply: createApplyJob(names.apply, { ...ports, undo }, writer),
  }
}

/**
 * Imports of filled workbooks: checked, applied and taken back by runs. Takes what features declare of their entities.
 */
export const createImportsFeature = ({ collect, ...given }: Given) => {
  const ports = {
    ...given,
    references: () => collect().sheetReferences,
    routes: () => collect().routes,
    constraints: () => collect().constraints,
  }
  const rows = createImportJobs(ports, createEndpointImportWriter(ports), {
    check: 'imports.check',
    apply: 'imports.apply',
    undo: 'imports.undo',
  })
  const batches = createImportJobs(ports, createBatchImportWriter(), {
    check: 'imports.checkBatches',
    apply: 'imports.applyBatches',
    undo: 'imports.undoBatches',
  })
  const imports = createImports({ ...ports, rows, batches })
  return {
    routes: implement(importsContract, {
      uploadImport: (scope, id, _body, file) => imports.upload(scope, id, file),
      imports: imports.list,
      import: imports.get,
      mapImport: imports.map,
      checkImport: (scope, id, body) => imports.check(scope, id, body.revision),
      importRows: imports.rows,
      applyImport: imports.apply,
      removeImport: imports.remove,
    }),
    jobs: [...Object.values(rows), ...Object.values(batches)],
    retention: [importsRetention],
  }
}
