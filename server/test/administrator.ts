/** Administrator of every test database. */
export const administrator = { account: 'admin', password: 'Admin#2026x' } as const
export const templateName = 'atrium_template'
