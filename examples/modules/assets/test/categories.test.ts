import { describeCrud } from '@atrium/kit/test'
import { categoriesContract, categoriesErrors } from '../categories/categories.contract.ts'

describeCrud(categoriesContract, {
  table: 'assets.categories',
  sample: (n) => ({ name: `分类${n}`, code: `category-${n}`, months: 36, residualPercent: 5 }),
  searched: 'name',
  unique: { name: categoriesErrors.nameTaken, code: categoriesErrors.codeTaken },
})
