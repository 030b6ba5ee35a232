export { termsRepository as terms } from './terms.repository.ts'
