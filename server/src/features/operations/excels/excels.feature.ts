import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { excelsErrors } from '@atrium/contract/features/operations/excels/excels.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createExcels } from './excels.service.ts'

/** Excel templates. Takes what features declare of their entities. Offers `findTemplate`. */
export const createExcelsFeature = (ports: Parameters<typeof createExcels>[0]) => {
  const excels = createExcels(ports)
  return {
    findTemplate: excels.findTemplate,
    routes: implement(excelsContract, {
      list: (scope, { query }) => excels.list(scope, query),
      get: (scope, { params }) => excels.get(scope, params.id),
      entities: (scope) => Promise.resolve(excels.entities(scope)),
      create: (scope, { body }) => excels.create(scope, body),
      update: (scope, { params, body }) => excels.update(scope, params.id, body),
      remove: (scope, { params }) => excels.remove(scope, params.id),
      meta: (scope, { params }) => excels.meta(scope, params.id),
      updateMeta: (scope, { params, body }) => excels.updateMeta(scope, params.id, body),
      file: (scope, { params }) => excels.file(scope, params.id),
    }),
    constraints: {
      // Of two first changes of a built-in template, the second is made with an older version.
      excels__pk: { ...kernelErrors.versionConflict, field: 'version' },
      excels__code: { ...excelsErrors.codeTaken, field: 'code' },
      excel_columns__field: { ...excelsErrors.fieldTwice, field: 'columns' },
      excel_columns__title: { ...excelsErrors.titleTwice, field: 'columns' },
    },
  }
}
