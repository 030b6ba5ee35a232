import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Admission } from '../../../kernel/http/admit.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createCheckJob } from './checking/check.job.ts'
import { createCheckSetsJob } from './checking/check-sets.job.ts'
import type { ImportPorts } from './import-ports.ts'
import { importsRetention } from './imports.repository.ts'
import { createImports } from './imports.service.ts'
import { createUndoJob } from './undoing/undo.job.ts'
import { createUndoSetsJob } from './undoing/undo-sets.job.ts'
import { createApplyJob } from './writing/apply.job.ts'
import { createApplySetsJob } from './writing/apply-sets.job.ts'
import { createEndpointCalls } from './writing/call-endpoint.ts'
import { createRowWriter } from './writing/write-rows.ts'

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
  const call = createEndpointCalls(ports)
  const writeRows = createRowWriter({ call, references: ports.references })
  const checkJob = createCheckJob(ports, writeRows)
  const undo = createUndoJob(ports, call)
  const applyJob = createApplyJob({ ...ports, undo }, writeRows)
  const undoSets = createUndoSetsJob(ports)
  const sets = { check: createCheckSetsJob(ports), apply: createApplySetsJob({ ...ports, undo: undoSets }) }
  const imports = createImports({ ...ports, rows: { check: checkJob, apply: applyJob }, sets })
  return {
    routes: implement(importsContract, {
      uploadImport: (scope, { params, file }) => imports.upload(scope, params.id, file),
      imports: (scope, { query }) => imports.list(scope, query),
      import: (scope, { params }) => imports.get(scope, params.id),
      mapImport: (scope, { params, body }) => imports.map(scope, params.id, body),
      checkImport: (scope, { params, body }) => imports.check(scope, params.id, body.revision),
      importRows: (scope, { params, query }) => imports.rows(scope, params.id, query),
      applyImport: (scope, { params, body }) => imports.apply(scope, params.id, body),
      removeImport: (scope, { params }) => imports.remove(scope, params.id),
    }),
    jobs: [checkJob, applyJob, undo, sets.check, sets.apply, undoSets],
    retention: [importsRetention],
  }
}
