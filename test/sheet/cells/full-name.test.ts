import { describe, expect, it } from "vitest";
import { type NameOrder, splitFullName } from "../../../src/sheet/cells/full-name.ts";

/** A name as `first | last`, with `?` where it is doubtful and what is left out in brackets; or why it is refused. */
function split(text: string, order?: NameOrder): string {
  const { parts, leftOut, isDoubtful, refusal } = splitFullName(text, order);
  if (refusal !== undefined) return refusal;
  const name = `${parts.firstName ?? ""} | ${parts.lastName ?? ""}`;
  return `${name}${isDoubtful ? " ?" : ""}${leftOut.map((text) => ` [${text}]`).join("")}`;
}

describe("a name in one cell", () => {
  it.each([
    ["Jane Doe", "Jane | Doe"],
    ["JANE DOE", "JANE | DOE"],
    ["Jane Q. Doe", "Jane Q. | Doe"],
    ["Jane Q. Doe Jr.", "Jane Q. | Doe Jr."],
    ["John Doe, Jr.", "John | Doe Jr."],
    ["John Doe III", "John | Doe III"],
    ["Anna-Lena Meyer-Schmidt", "Anna-Lena | Meyer-Schmidt"],
    ["Pat O'Brien", "Pat | O'Brien"],
    ["Jan van der Berg", "Jan | van der Berg"],
    ["JUAN DE LA CRUZ", "JUAN | DE LA CRUZ"],
    ["Juan C. de la Cruz", "Juan C. | de la Cruz"],
    ["Sean St. Clair", "Sean | St. Clair"],
    ["Jean-Claude Van Damme", "Jean-Claude | Van Damme"],
    ["Van Morrison", "Van | Morrison"],
    ["DE LA CRUZ MARIA", " |  ? [DE] [LA] [CRUZ] [MARIA]"],
    ["Van der Berg Piet", " |  ? [Van] [der] [Berg] [Piet]"],
    ["J.R. Smith", "J.R. | Smith"],
    ["M.S. Smith", "M.S. | Smith"],
    ["JIM Y SMITH", "JIM Y | SMITH"],
    ["Jane E.T. Jones", "Jane E.T. | Jones"],
    ["Juan Pérez Sr.", "Juan | Pérez Sr."],
  ])("%s is certain", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each([
    ["Doe, Jane", "Jane | Doe"],
    ["Doe,Jane", "Jane | Doe"],
    ["Doe, Jane Q.", "Jane Q. | Doe"],
    ["Doe Jr., John", "John | Doe Jr."],
    ["Doe, John Jr", "John | Doe Jr"],
    ["Doe, Jr., John", "John | Doe Jr."],
    ["de la Cruz, Ana Maria", "Ana Maria | de la Cruz"],
    ["García López, María José", "María José | García López"],
    ["St. John, Mary", "Mary | St. John"],
    ["Smith, J. R.", "J. R. | Smith"],
    ["Doe,", " | Doe"],
  ])("%s has the last name first", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each([
    ["Mary Ann Smith", "Mary Ann | Smith ?"],
    ["Maria del Carmen Soto", "Maria del Carmen | Soto ?"],
    ["Maria Lopez Garcia", "Maria | Lopez Garcia ?"],
    ["Maria José García López", "Maria José | García López ?"],
    ["Maria de la Cruz Lopez", "Maria | de la Cruz Lopez ?"],
    ["José Ortega y Gasset", "José | Ortega y Gasset ?"],
    ["Tuan Van Nguyen", "Tuan Van | Nguyen ?"],
    ["Mary O Brien", "Mary O | Brien ?"],
    ["Smith John", "Smith | John ?"],
    ["Ana Lucia Ruiz de Lopez", "Ana Lucia | Ruiz de Lopez ?"],
    ["Smith Jones, Mary", "Mary | Smith Jones ?"],
  ])("%s is split as is likeliest, in doubt", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each([
    ["Ruiz Ana", "Ana | Ruiz"],
    ["Doe Jane Q.", "Jane Q. | Doe"],
    ["Doe Jr John", "John | Doe Jr"],
    ["De La Cruz Maria", "Maria | De La Cruz"],
    ["Doe, Jane", "Jane | Doe"],
    ["Garcia Lopez Maria", "Lopez Maria | Garcia ?"],
    ["Doe Mary Ann", "Mary Ann | Doe ?"],
    ["Jane Doe", "Doe | Jane ?"],
    ["Cher", " |  ? [Cher]"],
  ])("%s has the last name first where its header says so", (text, expected) => {
    expect(split(text, "last first")).toBe(expected);
  });

  it.each([
    ["ENG BO", "ENG | BO ?"],
    ["JOHN SMITH", "JOHN | SMITH"],
    ["Bo Eng", "Bo | Eng"],
    ["ENG, BO", "BO | ENG"],
  ])("%s is in doubt in a list of owners where it may be in either order", (text, expected) => {
    expect(split(text, "open")).toBe(expected);
  });

  it.each([
    ["Dr. Ana Ruiz", "Ana | Ruiz [Dr.]"],
    ["Doe, Ms. Jane", "Jane | Doe [Ms.]"],
    ["Sr. Juan Pérez", "Juan | Pérez [Sr.]"],
    ["Jane Doe, MD", "Jane | Doe [MD]"],
    ["Jane Doe Esq.", "Jane | Doe [Esq.]"],
    ['Robert "Bob" Stone', 'Robert | Stone ["Bob"]'],
    ["Robert (Bob) Stone", "Robert | Stone [(Bob)]"],
    ["Mr. Smith", " | Smith ? [Mr.]"],
  ])("%s has more than a name, which is told", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each(["Cher", "王小明", "Doe Jane Q"])("%s is left out, since it may be either name", (text) => {
    const { parts, leftOut, isDoubtful } = splitFullName(text);
    expect(parts).toEqual({});
    expect(leftOut.join(" ")).toBe(text);
    expect(isDoubtful).toBe(true);
  });

  it.each(["Co: Jane Doe", "Co-Borrower: Jane Doe", "co-applicant – Doe, Jane", "Spouse: Jane Doe"])(
    "%s is not the applicant's",
    (text) => {
      expect(split(text)).toBe("name-of-other");
    },
  );

  it.each([
    "John & Jane Doe",
    "John and Jane Doe",
    "Doe, John and Jane",
    "John Doe, Jane Doe",
    "John Doe/Jane Doe",
    "Mr. and Mrs. John Smith",
    "Juan y Maria Lopez",
    "JUAN Y MARIA LOPEZ",
    "Jane Doe (spouse John)",
    "John Doe; Mary Roe",
    "Jane Doe c/o Bob Roe",
    "John Doe et ux",
    "JOHN DOE ETUX",
    "Doe, John etal",
    "John Doe\nJane Doe",
  ])("%s is not guessed at: it may be two people", (text) => {
    expect(split(text)).toMatch(/^name-(?:of-two|on-lines)$/);
  });

  it.each([
    "Smith Family Trust",
    "The Smith Family",
    "ABC LLC",
    "Acme Holdings, Inc.",
    "Estate of Jane Doe",
    "XYZ L.L.C.",
  ])("%s is no person", (text) => {
    expect(split(text)).toBe("name-of-company");
  });
});
