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
    routes: implement(excelsContract, excels),
    constraints: {
      // Of two first changes of a built-in template, the second is made with an older version.
      excels__pk: { ...kernelErrors.versionConflict, field: 'version' },
      excels__code: { ...excelsErrors.codeTaken, field: 'code' },
      excel_columns__field: { ...excelsErrors.fieldTwice, field: 'columns' },
      excel_columns__title: { ...excelsErrors.titleTwice, field: 'columns' },
    },
  }
}
