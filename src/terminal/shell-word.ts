export { shellWord } from "../shell-word.ts";
