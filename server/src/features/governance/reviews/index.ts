export { reviewItemsRepository as reviewItems } from './review-items.repository.ts'
