/** A page of every user, which no menu grants: its name, by which others link to it, and its address in the console. */
export type OwnPage = { name: string; path: string; title: string }
