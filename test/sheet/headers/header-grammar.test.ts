import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { type HeaderMeaning, readHeader } from "../../../src/sheet/headers/header-grammar.ts";
import { TAG_BY_PHRASE, WORDS } from "../../../src/sheet/vocabulary/header-words.ts";

/**
 * Headers as systems and people write them, by what a careful person takes them for: the item, then whose address
 * it is, then whose person, then `partial` where it takes more than the header to settle it. `-` is no item at all.
 *
 * Gathered from the field lists of Salesforce (leads, contacts, custom fields of mortgage packages), HubSpot, Zoho,
 * Insightly, Copper, Pipedrive, SugarCRM, Outlook, Google Contacts, Encompass (pipeline columns, loan contract), the
 * uniform loan application (1003) and MISMO, lead vendors' posting instructions, import guides of loan
 * CRMs, property lists, lead forms of Facebook and Google, and what people write by hand.
 */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  firstName: list(
    "Hi! What's your *first name*?",
    "properties.firstname | fields.firstName | attributes.first_name | data.first_name | payload.firstName",
    "First\u00a0Name\u200b",
    "First Name | FIRST_NAME | firstname | FirstName | First | FName | F Name | fname | Given Name | Forename | 1st Name | First Name * | First Name (required)",
    "What is your first name? | First name: | First Name__c | given_name | Legal First Name | First Nm | Nombres | Nombre(s) | Primer nombre | First name (legal) | what's_your_first_name? | personal_info.first_name",
  ),
  "firstName applicant": list(
    "App First | B-First | BRW1 First | Bwr First Name | Borrower #1 First Name | applicants[0].name.first | borrower[0].firstName",
    "Borrower First/Middle Name | Borrower Legal First Name | MtgPlanner_CRM__Borrower_First_Name__c | Member One First Name | contact_1_first_name | txtBorrowerFirstName",
    "Borrower First Name | Borr First Name | B1 First Name | B1 FName | B1FName | Borrower 1 First Name | Borrower1 First Name | Applicant First Name | Applicant1FirstName",
    "Primary Borrower First Name | PrimaryBorrowerFirstName | Primary Applicant First Name | Client First Name | Customer First Name | Contact First Name | First Name (Borrower)",
    "First Name - Borrower | Borrower: First Name | borrower.firstName | borrower_first_name | borrowerfirstname | BORROWERFIRSTNAME | Loan.BorrowerFirstName | Buyer First Name",
    "Homeowner First Name | Primary First Name | Primary Contact First Name | Borrower's First Name | Contact: First Name | applicant_first | Borr. First | Main Applicant First Name | Person First Name",
    "Request.LeadInformation.ConsumerContactInformation.FirstName | Nombre del prestatario (primer nombre)",
  ),
  "firstName co-applicant": list(
    "Co-Borrower First/Middle Name | MtgPlanner_CRM__Co_Borrower_First_Name__c | Owner 2 First Name | contact_2_first_name | Member Two First Name | CoBorrowerLegalFirstName",
    "Co-Borrower First Name | CoBorrower First Name | Coborrower First Name | CoBorrowerFirstName | Co-BorrowerFirstName | Co Borr First Name | CoBorr FName | Co-Applicant First Name",
    "Loan.CoBorrowerFirstName | Borrower 2 First Name | Borrower2FirstName | B2 First Name | B2 FName | Spouse First Name | Spouse's First Name | Applicant 2 First Name | Second Borrower First Name",
    "2nd Borrower First Name | Secondary Borrower First Name | First Name (Co-Borrower) | coborrowerfirstname | co_borrower_first_name | Guarantor First Name | Cosigner First Name",
    "Coapplicant First | Wife First Name | Husband First Name | Joint Applicant First Name | Additional Borrower First Name | coborrower.firstName | Primer nombre del cónyuge",
  ),
  "firstName other": list(
    "Loan Officer First Name | LO First Name | LOFirstName | Agent First Name | agent_first_name | Realtor First Name | Listing Agent First Name | Referral Partner First Name | Seller First Name",
    "Processor First Name | MLO First Name | Branch Manager First Name | Broker FName",
  ),
  lastName: list(
    "¿Cuál es su apellido? | Nice to meet you, {{field:first}}! And your last name?",
    "Last Name | LAST_NAME | lastname | LastName | Last | LName | L Name | Surname | Family Name | What is your last name? | Apellido | Apellidos | Apellido(s) | Primer apellido | Apellido paterno | family_name",
  ),
  "lastName applicant": list(
    "Borr LN | B-Last | App Last Name | Ln Name (borrower) | Apellidos del solicitante",
    "Borrower Last Name/Suffix | borrowerLegalLastName | Member 1 Last Name",
    "Borrower Last Name | Borr Last Name | B1 LName | Applicant Last Name | Applicant Surname | Client Last Name | Contact Last Name | Last Name of Borrower | Loan.BorrowerLastName",
    "PrimaryBorrowerLastName | Apellido del solicitante | Apellidos del prestatario | customer_last_name",
  ),
  "lastName partial": list("Segundo apellido | Apellido materno"),
  "lastName co-applicant": list(
    "Co Last | CB Last Name | Co-Borr LN | borrowers.1.lastName",
    "Co-Borrower Last Name/Suffix | Member Two Last Name",
    "Co-Borrower Last Name | CoBorrowerLastName | B2 LName | Co-App Last Name | Last Name of Co-Borrower | Apellido del codeudor",
  ),
  "lastName other": list(
    "LO Last Name | Realtor Last Name | Loan Originator Last Name | Buyers Agent Last Name | Seller's Agent Last Name",
  ),
  middleName: list(
    "Middle Name | MI | M.I. | Middle Initial | Middle | MName | middle_name | Segundo nombre",
  ),
  "middleName applicant": list(
    "Borrower Middle Name | Borr MI | Applicant Middle Initial | borrower.middleName",
  ),
  nameSuffix: list("Suffix | Name Suffix | suffix"),
  "nameSuffix applicant": list("Borrower Suffix | Borr Suffix | borrower.suffixToName"),
  fullName: list(
    "Nombre(s) y Apellido(s) | Last, First, MI | Name (Last, First MI)",
    "Full Name | Name | full_name | FullName | Your Name | What is your name? | What is your full name? | Complete Name | First and Last Name | First & Last Name | First Last | Last, First | Name (Last, First)",
    "Last Name, First Name | Name (First & Last) | First/Last Name | Nombre | Nombre completo | Nombre y apellido | Nombre y apellidos | What's your name? | Full Legal Name | Legal Name | fullname | Name:",
  ),
  "fullName applicant": list(
    "Borrower Name | Borrower | Borr Name | BorrowerName | Borrower's Name | Borrower Full Name | Applicant Name | Applicant | Client Name | Customer Name | Contact Name | Primary Borrower | Primary Borrower Name",
    "Buyer Name | Homeowner Name | Home Owner Name | B1 Name | Borrower 1 Name | Applicant Full Name | Name of Borrower | Name of Applicant | Person - Name | Nombre del solicitante | Nombre del prestatario",
    "Nombre del cliente | Loan.BorrowerName | Borrower(s) | Borrower Name (Last, First) | Prospect Name | Consumer Name",
  ),
  "fullName applicant partial": list("Client | Customer | Contact | Homeowner | Buyer | Prospect"),
  "fullName co-applicant": list(
    "Co-Borrower Name | Co-Borrower | Coborrower | CoBorrower Name | Name of Co-Borrower | Co-Applicant | Co-Applicant Name | Spouse Name | Spouse | B2 Name | Borrower 2 | Second Borrower | Guarantor Name",
    "Co-Signer Name | Nombre del cónyuge | Borrower 2 Name | Co Borr Name | Co-Buyer Name",
  ),
  "fullName other": list(
    "Care of Name | Title Officer Name | Creditor Name",
    "LO Name | Loan Officer Name | Loan.LoanOfficerName | Agent Name | Realtor Name | Buyer's Agent Name | Listing Agent Name | Processor Name | Loan Processor Name | Originator Name | Seller Name",
    "Tenant Name | Attorney Name | Emergency Contact Name | Referred By Name | Referral Name | Lender Name | Branch Name | Contact Owner Name | Lead Owner Name | Account Executive Name | Referral Partner Name",
  ),
  "fullName partial": list(
    "Property Owner Name | Owner Name | Name on Title | Alternate Names | Preferred Name",
  ),

  email: list(
    "Ｅ－ｍａｉｌ",
    "What's the best email address for you? | Please provide your e-mail | Email Add",
    "Email | E-mail | E-Mail Address | Email Address | EMAIL_ADDRESS | email_address | emailaddress | EmailAddress | e_mail | Email ID | Email 1 | Primary Email | Primary Email Address | Personal Email",
    "What is your email? | What is your email address? | Your email | What's the best email to reach you? | Best Email | Work Email | Home Email | Email (Personal) | Correo | Correo electrónico",
    "correo_electronico | Email:  | E-MAIL | work_email | Secondary Email | Alternate Email | Email 2 | Other Email | E-mail 2 Address | Preferred Email | Email__c | em | emailAddressText | E-mail 1 - Value",
    "Business Email | Additional Email | Dirección de correo electrónico | Additional email addresses",
  ),
  "email applicant": list(
    "borrowers.0.email | Borrower__r.Email",
    "Borrower Email | Borr Email | B1 Email | Applicant Email | Applicant Email Address | Client Email | Customer Email | Contact Email | Contact Email Address | Primary Borrower Email | PrimaryBorrowerEmailAddress",
    "Borrower E-mail Address | Email (Borrower) | borrower_email | borroweremail | Email of Borrower | Borrower's Email | Correo del solicitante | Person - Email | buyer_email | Homeowner Email",
    "Request.LeadInformation.ConsumerContactInformation.EmailAddress",
  ),
  "email co-applicant": list(
    "MtgPlanner_CRM__Co_Borrower_Email__c | second_contact_email | CoBorrower Email ID",
    "Co-Borrower Email | CoBorrower Email | B2 Email | Co-BorrowerEmailAddress | Spouse Email | Co-App Email | Email of Co-Borrower | Borrower 2 Email | co_borrower_email",
  ),
  "email other": list(
    "LO_Email | buyer_agent_email",
    "LO Email | Loan Officer Email | Email of loan officer | Agent Email | agentEmail | Realtor Email | Referrer Email | Referral Partner Email | Processor Email | Contact Owner Email | Seller Email | Assigned To Email",
  ),

  phone: list(
    "What's the best number to call you? | Best number to call | Phone to call",
    "May we have your cell phone number? | What number can we call? | Cell No. | Hm Phone | Wk Phone | Número de celular | Teléfono trabajo | Off Phone",
    "Phone | Phone Number | Phone No | Phone No. | Phone # | Ph | Ph # | PHONE_NUMBER | phone_number | phonenumber | Tel | Tel. | Telephone | Telephone Number | Mobile | Mobile Phone | Mobile Number",
    "Mobile Phone Number | MobilePhone | mobilephone | Cell | Cell # | Cell Phone | cellphone | cellPhoneNumber | Home Phone | HomePhone | homephone | Home Phone Number | Work Phone | WorkPhone | Business Phone | Office Phone",
    "Day Phone | Daytime Phone | Evening Phone | Night Phone | Phone 1 | Phone1 | Phone 2 | phone2 | Primary Phone | Primary Phone Number | phone_home | phone_cell | phone_work | Alternate Phone | Other Phone | OtherPhone",
    "Secondary Phone | Best Phone | Best number to reach you | Best phone number to reach you | What is the best number to reach you? | What's your phone number? | Best contact number | Contact Number | Teléfono | Telefono",
    "Celular | Número de teléfono | Teléfono móvil | Teléfono de casa | Teléfono celular | Phone (Cell) | Phone - Home | Phone: Mobile | Telephone (day) | Mobile Phone__c | WhatsApp Phone Number | Preferred Phone | Phone (Mobile)",
    "Business Phone 2 | phone_3 | ph2 | Callback Number | Home Tel | Cell/Mobile | Evening Telephone",
  ),
  "phone applicant": list(
    "Borrower Phone | Borr Home Phone | Borr Cell Phone | Borr Cell | B1 Ph | B1 Phone | Borrower Mobile Phone | Applicant Phone | Client Phone | Customer Phone | Contact Phone | Borrower Home Phone Number",
    "Borrower Work Phone | Primary Borrower Cell | borrower_cell_phone | borrowerphone | Phone (Borrower) | Cell Phone of Borrower | Person - Phone - Mobile | borrower.homePhoneNumber | Teléfono del solicitante | Consumer Phone",
  ),
  "phone co-applicant": list(
    "Phone_Co_Borrower__c | Co-Borr Cell Phone",
    "Co-Borrower Phone | Co-Borrower Cell | B2 Phone | Spouse Cell | CoBorr Home Phone | Co-Applicant Mobile | Phone of Co-Borrower | Borrower 2 Cell Phone",
  ),
  "phone other": list(
    "LO Phone | Loan Officer Phone | Assistant's Phone | Agent Phone | Listing Agent Phone | Realtor Cell | Emergency Contact Phone | Employer Phone | Referral Phone | Title Company Phone | Attorney Phone | Lender Phone | Seller Phone | Processor Phone",
  ),

  // A part of an address without a word on whose it is.
  street: list(
    "Calle y número | Calle y No.",
    "Street | Street Address | Address | ADDRESS | Addr | Address 1 | Address1 | Addr 1 | Addr1 | Address Line 1 | AddressLine1 | addressLine1 | Street 1 | street_1 | Line 1 | Street Address Line 1 | Street Line 1 | address_street",
    "ADDRESS_STREET | St Address | St. Address | Calle | Dirección | Direccion | Address - Street | Street__c | What is your street address? | AddressLineText | address.line1 | Lead Street | Lead.Street | Address 1 - Street",
  ),
  "street partial": list(
    "Num Ext | No. Ext | Número exterior",
    "primary_address_street",
    "Street Number | Street No | Street # | Street Name | House Number | Primary Address Street | Street (if different from property) | St # | Street Type | St Type | St Suffix | St Dir | Pre-Dir | Street Direction",
  ),
  street2: list(
    "Address 2 | Address2 | Addr 2 | Address Line 2 | AddressLine2 | Street 2 | street_2 | Line 2 | Street Address Line 2 | Street Address 2 | Apt/Unit/Address 2 | Address Line 2 (Apt, Suite, Unit)",
  ),
  "street2 partial": list("Address 3 | Street 3 | Address Line 3"),
  fullAddress: list(
    "Full Address | Complete Address | Full Street Address | Address (Full) | Address, City, State, Zip | Address City State Zip | Street, City, State, Zip | Dirección completa | Address (street, city, state, zip)",
  ),
  "fullAddress partial": list(
    "Property Address Same as Home? | Same as property address? | Is the property address the same as your home address?",
  ),
  cityStateZip: list(
    "City/Zip | Zip & City | City, State Zip | City/State/Zip | City State Zip | City, ST, Zip | CityStateZip | City & State | City, State | City/ST/Zip | State & Zip",
  ),
  city: list(
    "address1_city | Address 1 - City | City | City/Town | Town | city_name | CityName | Ciudad | Municipio | ADDRESS_CITY | Address City | City__c | What city do you want? ",
  ),
  state: list(
    "address1_stateorprovince | Address 1 - Region | State | ST | State/Province | State/Region | State Code | StateCode | State Abbreviation | Province | ADDRESS_STATE | state_code | Estado | State (abbr) | Edo | Edo. | Address - State | State / Province | state_province__c | State Name",
  ),
  zip: list(
    "post_code",
    "Zip | ZIP | Zip Code | ZipCode | zipcode | Zip_Code | Postal Code | PostalCode | postal_code | Postcode | Zip/Postal Code | ZIP 5 | Zip5 | ZIP/Postal | Código postal | Codigo Postal | C.P. | Postal | Zip Code * | What is your zip code?",
  ),
  "zip partial": list("Zip + 4 | Zip4"),
  county: list("County | County Name | CountyName | Condado | county_name"),
  unit: list(
    "Num Int | No. Int. | Número interior",
    "Unidad | No. de apartamento | Apto. | Condo # | Condo No.",
    "Unit | Unit # | Unit No | Unit No. | Unit Number | UnitNumber | Apt | Apt # | Apt. | Apt No | Apartment | Apartment Number | Suite | Suite # | Ste | Unit / Apt / Suite | Apt/Unit | Apt/Suite | Departamento | AddressUnitIdentifier | unit_num",
  ),
  units: list(
    "No. de unidades | Cantidad de unidades | Nbr Units | Unit Cnt | # of Unit | How many units does the building have?",
    "Subject Property # Units | Financed Unit Count | units",
    "Units | # Units | # of Units | No. Units | No. of Units | No of Units | Number of Units | NumberOfUnits | Num Units | Unit Count | Total Units | How many units? | How many units does it have? | units_count | Número de unidades | Unidades | Number_of_Units__c",
  ),

  "street property": list(
    "Domicilio de la propiedad | What is the street address of the property you want to borrow against? | PROP_ADDR_LN_1",
    "What is the address of the property? | What is the property's street address? | SP Address | Prop Strt | Collat Addr | Dirección de la propiedad | property.address.line1 | Property__r.Street__c | Address of property to be financed",
    "Property Address & Unit | Property Address, Apt # | Property Address/Unit | Property St. Address",
    "SITUS_ADDRESS | property_address_line_1 | Subject Property Street (URLA) | Property Street Address (URLA)",
    "Property Street | Property Address | Property Street Address | PropertyAddress | PropertyStreet | propertystreet | PROPERTYSTREET | property_address | property_street_address | Property_Street__c | Property Address 1",
    "Subject Property Address | Subject Property Street | Subj Prop Address | Subj Prop Addr | Subj. Prop. Addr. | Subject Address | SubjectPropertyAddress | Subject_Prop_Street__c | Prop Addr | Prop Address | propAddr | Prop. Street",
    "Street (Property) | Street - Property | Property - Street | Property: Street | Street of Property | Street of subject property | Address of Property | Address of Subject Property | Address (Subject Property) | Collateral Address",
    "Collateral Street | Rental Property Address | Rental Address | Investment Property Address | Investment Property Street | RE Address | Loan Address | Loan.Address1 | Refi Address | Purchase Address | Real Estate Address",
    "Property Address Line 1 | property.address.street | property.street | propertyStreetAddress | Property St Address | Dirección de la propiedad | Calle de la propiedad | Dirección del inmueble | SubProp.Street | Property addr",
    "What is the property address? | Where is the property located? | Address of the property to be refinanced | Mortgaged property address (property) | Site Address | Lead.Subject_Property_Street__c | Property Address Street | Property Location",
  ),
  "street property partial": list(
    "Property Address on File | Appraisal Property Address | Closing Property Address",
    "Property Street Number | Property Street Name | Property House Number",
  ),
  "street2 property": list(
    "Property Address 2 | Property Address Line 2 | Subject Property Address 2 | Loan.Address2 | Property Street 2",
  ),
  "fullAddress property": list(
    "property_address_full",
    "Full Property Address | Property Full Address | Property Address (full) | Property Address, City, State, Zip | Property Address City State Zip | Subject Property Full Address | Complete Property Address",
  ),
  "fullAddress property partial": list(
    "Property of Interest | Property | Subject Property | Subject Prop | Collateral | subjectProperty",
  ),
  "cityStateZip property": list(
    "Property City, State Zip | Property City/State/Zip | Prop City State Zip | Subject Property City, State, Zip",
  ),
  "city property": list(
    "What city is the property in? | SP City | subjectProperty.address.city | Ciudad (propiedad)",
    "property_address_city | Mortgage Property City",
    "Property City | PropertyCity | propertycity | property_city | Property_City__c | Subject Property City | Subject City | Subj Prop City | Prop City | propCity | City (Property) | Property - City | City of Property | Prop Address City",
    "Subject_Prop_City__c | Collateral City | Rental City | Loan.City | Ciudad de la propiedad | property.city | In which city is the property? | In what city is the property located? | Site City | Investment Property City",
  ),
  "state property": list(
    "PROP_ST_CD",
    "State where property is located | Which state is your property in? | Property located in (state) | Estado (propiedad)",
    "Property Address ST | Address (Property) ST",
    "property_address_state",
    "Property State | PropertyState | propertystate | Prop ST | Prop State | Subject Property State | Subj Prop ST | Subj Prop State | Subject State | Property_State__c | State (Property) | Property State Code | Subject_Prop_St__c",
    "SubjectPropertyStateAbbreviation | Loan.State | Property State/Province | Estado de la propiedad | In which state is the property located? | Collateral State | State of Property | property.state | RE State | Purchase State",
  ),
  "zip property": list(
    "What's the zip code of the property you want to refinance? | C.P. propiedad",
    "property_address_zipcode | Property ZIP",
    "Property Zip | PropertyZip | propertyzip | Property Zip Code | PropertyZipCode | Prop Zip | Prop Address Zip | Subject Property Zip | Subject Property Zip Code | Subj Prop Zip | Zip of subject property | Zip (Property)",
    "Property Postal Code | Property_Zip_Postal_Code__c | property.postalCode | Código postal de la propiedad | Property_Postal_Code_Zip__c | Loan Zip | Rental Zip | What is the zip code of the property? | propzip | SubjectPropertyZipCode",
  ),
  "county property": list(
    "Property County | Subject Property County | Prop County | County of Property | Property_County__c | County (Property) | Condado de la propiedad",
  ),
  "unit property": list(
    "Property Address Unit # | Property Address Apt | Subject Property Address Suite",
    "Property Unit | Property Unit # | Property Unit Number | Prop Apt # | Subject Property Unit # | PROPERTY_UNIT_# | Property Apt",
  ),

  "street residence": list(
    "HOME_ADDR_LN_1 | MAILING/RESIDENCE ADDRESS",
    "What is your home address? | What is your current address? | Street address of your home | Cur. Addr | Res Address | home_address_street_1 | Domicilio actual (calle)",
    "Home Address | Home Street | HomeAddress | homeaddress | Residence Address | Residence Street | Residential Address | Residential Street Address | Current Address | Current Street | Present Address | Present Addr | current_address.street",
    "Home Street Address | Home Address Line 1 | Home Addr | Primary Residence Street | Primary Residence Address | Address (Home) | Address of Residence | Street (Home) | Living Address | Current Home Address | Current Residence Address",
    "Dirección actual | Dirección residencial | Calle (residencia) | Domicilio (calle) | Home Address (if different from property) | Where do you live? (street) | Current Address Line 1 | current_address.street_address",
  ),
  "street residence applicant": list(
    "Dirección del cliente | Borr Res Address",
    "Borrower Address | Borrower Street | Borr Present Addr | Borrower Present Address | Borrower Current Address | Borrower Home Address | Applicant Address | Applicant Street | Borr Addr | BorrowerPresentAddress | Client Address | Customer Street",
    "Contact Street | Contact Address | Request.LeadInformation.ConsumerContactInformation.ContactAddress | Dirección del solicitante | Borrower Residence Street",
  ),
  "fullAddress residence": list(
    "Home Address (Full) | Full Home Address | Current Address, City, State, Zip | Home Address City State Zip",
  ),
  "fullAddress residence partial": list("Residence | Current Residence | Where do you live? | Domicilio"),
  "city residence": list(
    "Home City | HomeCity | Residence City | Residential City | Current City | Present City | City (Home) | City of Residence | What city do you live in? | Ciudad de residencia | Ciudad actual",
  ),
  "city residence applicant": list(
    "Borr1.Res1.City | Borrower City | borrower_city | Borr Present City | Applicant City | Contact City | Customer City | Borrower Current City | ConsumerContactInformation.ContactCity",
  ),
  "state residence": list(
    "Estado donde vive | Res State",
    "Home State | State of Residence | Residence State | Residential State | Current State | Present State | What state do you live in? | Estado de residencia",
  ),
  "state residence applicant": list(
    "Borrower State | Borr Present State | Applicant ST | Borrower Home State | Client State",
  ),
  "zip residence": list(
    "Home Zip | Home Zip Code | Residence Zip | Residence ZIP/Postal Code | Residential Zip Code | Current Zip | Present Zip | Zip (Home) | Residential Postal Code | Código postal de residencia | Home Postal Code",
  ),
  "zip residence applicant": list(
    "Borrower Zip | Borr Present Zip | Applicant Zip Code | Borrower Zip Code | Contact Zip",
  ),
  "unit residence": list("Home Unit | Home Apt | Residence Unit | Current Apt #"),
  "county residence": list("Home County | County of Residence | Residence County"),
  "county residence applicant": list("Borrower County"),

  "street mailing": list(
    "Mailing Address | Mailing Street | MailingStreet | Mail Address | MailAddress | Billing Street | BillingStreet | Shipping Address | Mailing Address 1 | Mailing Addr | Mail To Address | Billing Address | Correspondence Address | Current Mailing Address | Mailing Address (if different)",
  ),
  "fullAddress mailing partial": list("Postal Address | Dirección postal"),
  "street mailing applicant": list(
    "Borrower Mailing Address | Contact Mailing Street | Contact.MailingStreet",
  ),
  "street mailing partial": list("Property Mailing Address | Home Mailing Address | Owner Mailing Address"),
  "unit mailing": list("Mailing Unit # | Mailing Apt"),
  "city mailing": list("Mailing City | MailingCity | MailCity | Billing City | Shipping City | Mail City"),
  "state mailing": list(
    "Mailing State | MailingState | MailState | BillingState | Mailing State/Province | Mailing ST",
  ),
  "zip mailing": list(
    "Mailing Zip | MailingPostalCode | MailZip | Mailing Zip/Postal Code | BillingPostalCode | Shipping Zip",
  ),
  "street previous": list(
    "Previous Address | Previous Street | Former Address | Prior Address | Prev Address | Former Street | Previous Residence Street | Former Home Address | Dirección anterior | Previous Mailing Address",
  ),
  "street previous applicant": list("Borrower Previous Address | Borr Former Addr | Borr1.Res2.Street"),
  "city previous applicant": list("Borr1.Res2.City"),
  "city previous": list("Previous City | Former City | Prior City"),
  "state previous": list("Previous State | Former State | Prior ST"),
  "zip previous": list("Previous Zip | Former Zip Code | Prior Zip"),
  "street other": list(
    "Work Address | Office Address | Business Address | Business Street | Other Street | OtherStreet | alt_address_street | Company Address | Office Street",
  ),
  "street other other": list(
    "Employer Address | Agent Address | Branch Address | Lender Address | Title Company Address | LO Address | Realtor Office Address",
  ),
  "city other": list(
    "Business City | Other City | Work City | Office City | alt_address_city | Company City",
  ),
  "city other other": list("Employer City | Branch City"),
  "state other": list("Business State | Work State | OtherState"),
  "state other other": list("Employer State | Lender State"),
  "zip other": list("Business Postal Code | Work Zip | Other Zip/Postal Code"),

  buildingType: list(
    "Is it a house, condo or townhouse? | House or condo | ¿Qué tipo de propiedad tienes?",
    "PropertyTypeName | What type of home do you have? | loan.property.type | Home Style",
    "Property Type | PropertyType | property_type | Property_Type__c | Prop Type | propertytype | Type of Property | Subject Property Type | Subj Prop Type | Home Type | Type of Home | Dwelling Type | Structure Type | Building Type | Bldg Type",
    "Type of Building | House Type | Housing Type | What type of property? | what_type_of_property? | What type of property is it? | What type of home is it? | What kind of property is it? | What kind of home do you own?",
    "Tipo de propiedad | Tipo de vivienda | Tipo de casa | Tipo de inmueble | gsePropertyType | Property Style | Rental Property Type | Collateral Type | Property Type: | type_of_property | Property type (SFR, condo, etc.)",
  ),
  loanPurpose: list(
    "Main reason for your loan | Motivo del crédito | LOAN_PURP_CD | ¿Para qué necesita el préstamo? | Reason for borrowing",
    "What is the loan for? | Why are you refinancing? | What do you need the money for? | What would you like to do with the funds? | Reason for refinancing | Razón del préstamo | loan.purpose.type | Ln Purpose | Loan purpose (refi/purch) | What do you plan to use the money for?",
    "Loan Info Refi Purpose | Purpose (Purchase/Refi)",
    "Loan Purpose | LoanPurpose | loan_purpose | Purpose | Purp | Loan Purp | Purpose of Loan | Loan Reason | Reason for Loan | LoanPurposeType | Refinance Purpose | Purpose of Refinance | Refi Purpose | Mortgage Purpose | Purpose__c",
    "What is the purpose of the loan? | What is the purpose of your loan? | Loan Goal | Propósito | Propósito del préstamo | Motivo del préstamo | Use of Funds | Use of Proceeds | Purpose of the refinance | Finalidad del préstamo",
    "Purchase or Refinance | Purchase/Refinance | Refi or Purchase? | loan.purpose | What is the goal of your refinance? | Uso de los fondos | How will you use the funds? | Loan Purpose Code",
  ),
  "loanPurpose partial": list(
    "Buying or refinancing within 6 months? | Transaction Type | Txn Type",
    "Loan Type | LoanType | Mortgage Type | Type of Loan | Current Loan Purpose | Refinance Type | Type of mortgage",
  ),
  propertyUsage: list(
    "Will Occupy As | Occupy As | OCC_TYPE_CD | PropertyUseName | ¿Cómo usa la propiedad?",
    "¿Cómo utiliza la propiedad? | ¿Cómo utilizas la propiedad?",
    "How do you plan to use the property? | Uso previsto | Ocupación de la propiedad | Occ. Type | Intended Occ",
    "Subject Property Use Type | Property Use (Primary, Second, Investment)",
    "Property Usage | PropertyUsage | Property Use | PropertyUse | property_use | Prop Use | Usage | Use | Use of Property | Occupancy Type | OccupancyType | Occ Type | Property Occupancy | Intended Use | Intended Occupancy | Property Will Be",
    "PropertyUsageType | How will you use the property? | How will the property be used? | How is the property used? | how_is_the_property_used? | How do you use this property? | Uso | Uso de la propiedad | Tipo de ocupación | Intended Property Use",
    "Subject Property Occupancy | Home Usage | How will you use this home? | Property Usage Type | ¿Cómo usará la propiedad? | Property Use Type | PropertyCurrentOccupancyType | Subject Property Usage | What will the property be used for?",
  ),
  "propertyUsage partial": list(
    "Is this home your primary residence? | Lives in it? | Do you live in the property? | Will you live there? | ¿Vive en la propiedad? | Is this a primary residence, second home or investment? | NOO?",
    "Owner Occupied | Owner-Occupied? | Owner Occ | Primary Residence? | Primary Residence | Is this your primary residence? | Investment Property? | Is this an investment property? | Investment | Is the property owner occupied? | Rental? | Will this be your primary residence?",
  ),
  occupancy: list(
    "Occupancy (P/S/I) | Subject Property Occupancy Status",
    "Occupancy | Occ | Occ. | Occupancy Status | OccupancyStatus | Occupied | Occupant | Current Occupancy | occupancy_status | Ocupación",
  ),
  rentalOccupancy: list(
    "Situación de alquiler | Rental Stat | Rental status (long term/vacant) | Estado de la renta | Lease Y/N | STR/LTR",
    "Rental Occupancy | Rental Status | Occupancy of Rental | Tenancy | Lease | Lease Status | Tenant Status | Lease Type | Rental Type | rental_status | Estado del alquiler | Tenancy Status | Rental Occupancy Status | Rental Property Occupancy",
  ),
  "rentalOccupancy partial": list(
    "Is it currently leased? | Tenant? | Inquilino | ¿Está alquilada? | Vacant | Rented Y/N",
    "Leased? | Rented? | Vacant? | Currently Rented | Is the property rented? | Tenant Occupied | Is it leased?",
  ),
  monthlyRent: list(
    "In-Place Monthly Rent",
    "In-Place Rent | How much rent do you collect each month? | How much monthly rental income do you receive? | Rental Inc | Rent Amt | Mo. Rental Inc. | Ingreso mensual por renta | Lease Amt | Rent received",
    "Subject Property Rent",
    "Monthly Rental Income | Monthly Rent | Mo. Rent | Mo Rent | Rent | Rental Income | Rent/Month | Rent per Month | Rent (monthly) | Gross Monthly Rent | GrossMonthlyRent | Monthly Rental",
    "Rent ($) | Renta mensual | Alquiler mensual | Ingresos por alquiler | Monthly Gross Rent | Rent/Mo | Property Monthly Rent | Monthly Rent Amount | Rent Amount | monthly_rent | Rental Income (monthly)",
  ),
  "monthlyRent partial": list(
    "Gross Rent | Gross Rental Income | Subject Property Gross Rental Income | Subject Property Gross Rent | Gross Rents | Annual Rent | Current Rent | Market Rent | Estimated Rent | Net Rental Income | Proposed Monthly Rent | Annual Rental Income | Expected Rent",
  ),
  listed: list(
    "¿Has puesto la propiedad en venta en los últimos 6 meses? | Listed for sale in last 6 months? Yes or No",
    "Declarations: Listed for Sale | Listed L6M | Is the property currently listed for sale or has it been in the last 6 months? | ¿La propiedad ha estado en venta en los últimos 6 meses?",
    "Listed 6mo | On market last 6 mo | ¿Listada para la venta en los últimos 6 meses? | MLS listed | For sale in last 6 months",
    "Listed For Sale In 6 Months | Listed for Sale | Listed For Sale? | Listed for sale in last 6 months | Has the property been listed for sale in the last 6 months? | Listed in last 6 mos | Was the property listed for sale in the past 6 months?",
    "En venta en los últimos 6 meses | Listed 6 Mo | Property listed for sale within six months | listed_for_sale | Is the property listed for sale? | ¿En venta en los últimos seis meses? | Listed for sale (Y/N)",
  ),
  "listed partial": list(
    "Property NOT listed for sale in last 6 months | No listing in last 6 months",
    "Is your house currently on the market?",
    "Currently listed for sale | Listed for sale in last 12 months | Listing Status",
  ),
  purchased: list(
    "Did you buy it or take a mortgage on it in the last 6 months? | Bought or got a mortgage in last 6 months",
    "In the last 6 months did you buy this property or take out a mortgage on it?",
    "Purch/Mtg 6mo | Bought/Mtg last 6 mos | ¿Compró o hipotecó la propiedad en los últimos 6 meses? | Have you bought or refinanced in the past 6 months?",
    "Purchased Or Mortgaged | Purchased or Mortgaged in last 6 mos | Purchased or subject to mortgage in 6 months | Did you purchase or mortgage the property in the last 6 months? | Bought or mortgaged within 6 months",
    "Purch/Refi in last 6 mo | Purchase or refinance in the past 6 months? | Did you buy or refinance this home within the last 6 months? | Purch/Mtg L6M | Purchased/mortgaged last 6 months | Property purchased or subject to a mortgage in the last six months? | Comprada o hipotecada en los últimos 6 meses | purchased_or_mortgaged",
  ),
  "purchased partial": list(
    "No purchase or mortgage in last 6 months? | Not purchased or mortgaged in last 6 months",
    "Purch/Refi < 6mo? | Refinanced in last 6 months | Have you purchased this home within the last six months? | Mortgage in last 6 months",
    "Purchased | Purchased in last 6 months | Did you buy the property in the last 12 months? (purchased) | Acquired in last 6 months | Mortgaged in last 6 months",
  ),
  liabilities: list(
    "¿Ha tenido bancarrotas, embargos u otras obligaciones en los últimos 4 años?",
    "Declarations: Liabilities | Liab L4Y | Have you had a bankruptcy, foreclosure or other liabilities in the last 4 years? | Deudas en los últimos 4 años | Any foreclosures, short sales, or bankruptcies in the past 4 years?",
    "BK/FC in last 4 yrs | Bankruptcy or foreclosure in last 4 years",
    "Liab 4 yrs | Pasivos (4 años)",
    "Liabilities In 4 Years | Liabilities | Liabilities in last 4 years | Any bankruptcies, foreclosures or liabilities in the last 4 years? | Liabilities (4 yrs) | Liabilities 48 mo | Liabilities within 4 years (Y/N) | Pasivos en los últimos 4 años",
  ),
  "liabilities partial": list(
    "No bankruptcies or foreclosures in 4 years",
    "BK 4 yrs | Bankruptcy | Foreclosure | BK/FC | Bankruptcy in last 7 years | Any bankruptcies? | Have you had a foreclosure in the last 4 years? | Bancarrota en los últimos 4 años",
  ),
  reference: list(
    "Aff ID | Partner Ref | No. de referencia | ID de afiliado | Affiliate # | Lead Reference",
    "Affiliate ID | Affiliate | AffiliateId | Affiliate Reference | Affiliate Ref | Reference | Reference ID | Reference Number | Ref # | Ref No. | Partner Reference | Partner Lead ID | Lead ID | LeadID | Lead Id | Lead # | Lead Number | External ID | External Reference | Our Ref | Referencia",
  ),

  irrelevant: list(
    "Estado del lead | Estado de la solicitud | Best time to call",
    // HubSpot, Salesforce, Zoho, Insightly and others.
    "Lic State | Lic # | Edo. civil | How much would you like to borrow? | Record ID | Contact owner | Lead Owner | Lead Status | Lead Source | LeadSource | Create Date | Created Date | Created Time | Last Activity Date | Last Modified Date | Last Modified By | Modified Time | Last Contacted | Last Contact | Last Activity",
    "Lifecycle Stage | Original Source | Original Source Drill-Down 1 | IP City | IP State | IP Country | Time Zone | First Conversion | First Conversion Date | First Page Seen | Number of Form Submissions | Email Domain | Email Opt Out | Email Opt-in",
    "HasOptedOutOfEmail | DoNotCall | Do Not Call | Email hard bounce reason | Marketing emails opened | Recent Sales Email Replied Date | Email sent | Emails Sent | Email Bounced | Unsubscribed | Fax | Fax Number | Website | WEBSITE_URL | LinkedIn",
    "Industry | Annual Revenue | No. of Employees | NumberOfEmployees | Rating | Description__notes | Salutation | Title | Job Title | Company | Company Name | company_name | Country | Country/Region | State/Country | MailingCountry | Property Country",
    "Campaign | Campaign Name | campaign_id | utm_source | utm_campaign | UTM Medium | gclid | Landing Page | Referrer URL | Tags | Tag | List Name | Owner | Lead Score | Lead Rating | CreatedById | OwnerId | Account Name | Opportunity Name | Deal Name | Deal Stage",
    // Lead forms.
    "Timestamp | created_time | ad_id | ad_name | adset_id | adset_name | form_id | form_name | is_organic | platform | campaign_name | lead_status | id | ID | Submission Date | Submitted At | IP Address | User Agent | TCPA Text | trusted_form_token | Jornaya Lead ID | Best time to call | Best time to contact you",
    "Preferred contact method date | I agree to the terms and conditions | Consent | Date Added | Status | Source | Notes | Comments | Message | Page URL | Sub Affiliate 1 | vendor_lead_id | lp_campaign_id",
    // Loan data.
    "Loan Number | Loan # | Ln # | Loan ID | Loan Amount | loan_amount | Loan Amt | Appraised Value | Property Value | Estimated Value | Est. Home Value | Home Value | Purchase Price | LTV | CLTV | DTI | FICO | Credit Score | Credit Rating | Interest Rate | Current Rate",
    "Monthly Income | Annual Income | Borrower Income | Household Income | Income | Down Payment | First Mortgage Balance | 1st Mortgage Balance | Second Mortgage Balance | Mortgage Balance | Current Mortgage Balance | Monthly Payment | Cash Out Amount | Loan Term",
    "Loan Program | Loan Status | Lock Date | Closing Date | Est Closing Date | Application Date | Date of Birth | DOB | Borrower DOB | SSN | Social Security Number | Borrower SSN | Marital Status | Estado civil | Citizenship | Number of Dependents | Veteran | Are you a veteran?",
    "Employer Name | Employer | Business Name | Years at Address | Years in Home | Years Employed | Time at Residence (years) | Year Built | Bedrooms | Number of Bedrooms | Square Feet | Sq Ft | APN | Milestone | Loan Folder | Underwriter | Loan Officer | LO | Processor",
    "Property Tax | HOA Dues (amount) | Homeowners Insurance | Total Liabilities | Monthly Liabilities | First Time Buyer | First-time homebuyer? | Own or Rent | Rent or Own | Rent/Own | Housing Payment | Legal Description | Flood Zone | Credit | Assigned To | Realtor | Agent | Referral Source | Referred By",
    "Address verified | Email verified | Phone Type | Email Type | Address Type | State license | License State | Unit of measure | Bank Name | Nickname | Username | Gender | Language | Preferred Language | Purchase Date | Listing Date | List Price | Listing Agent | Last Login",
    "Fecha | Fecha de nacimiento | Notas | Comentarios | Campaña | Ingresos mensuales | Monto del préstamo | Fuente | Valor de la propiedad | Puntaje de crédito",
    "Phone Ext | Extension | Ext. | Work Phone Ext | phone_ext | External System ID (sync) | Contact ID | Mailing Same as Property | MailToAddressSameAsPropertyIndicator | Subject Line | Vendor | Lead Price | Affiliate Name | Transaction Date",
    "Phone 1 Type | Phone 1 - Label | E-mail 1 - Type | Address 1 - Type | Phone 1 DNC | hs_object_id | lastmodifieddate | notes_last_contacted | hubspot_owner_id | lifecyclestage | createdate | hs_lead_status | dealname | jobtitle",
    "Borrower Race | Borrower Ethnicity | Borrower Credit Score | Borrower Gross Monthly Income | Agency Case No | Lien Position | Amortization Type | Note Rate | Interest Only Mos | Docs Sent | First Pymt Date (payment) | Loan Term",
    "Conversion Rate | Property Tax Bill Amount | Borrower Fax | Entity State | Owner Type | Condominium Project Name | Project Name | File Name | Lost Reason | Denial Reason 1 | Loan Info ARM Rate Cap",
    "Customer # | Client ID | Deal # | File # | Transaction ID | Are you working with a realtor? | What's your credit score? | When are you looking to refinance? | Best time to reach you | Asesor | Fecha de registro | Estatus | LeadSource__c",
    "State of birth | Country of Residence | Property Tax Amount | Rate Type | Branch | Seller | Contact Type | Borrower Type | Lead Vendor | Row | Index",
  ),
  "-": list(
    "Type | Number | Home | Work | Foo | Bar Baz | Column 1 | X | 12345 | Property Name | Code | Misc | Fields.11 | CUST01FV",
  ),
};

function list(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" | "));
}

/** In the words of the table. */
function shown({ item, place, whose, certainty }: HeaderMeaning): string {
  if (!item) return "-";
  // Whose a column is that holds nothing of a lead does not matter.
  if (item === "irrelevant") return certainty === "partial" ? "irrelevant partial" : item;
  return [item, place, whose, certainty === "partial" ? certainty : undefined].filter(Boolean).join(" ");
}

describe("a header", () => {
  it.each(Object.entries(HEADERS))("means %s", (meaning, headers) => {
    const meanings = headers.map((header) => `${header}: ${shown(readHeader(header))}`);
    expect(meanings).toEqual(headers.map((header) => `${header}: ${meaning}`));
  });

  it("that is a path, its last part or a label is taken at its word", () => {
    for (const { path, label } of FIELDS) {
      expect(readHeader(path).certainty, path).toBe("named");
      expect(readHeader(label).certainty, label).toBe("named");
      expect(readHeader(path.slice(path.lastIndexOf(".") + 1)).certainty, path).toBe("named");
    }
    expect(readHeader("address.city").place).toBe("property");
    expect(readHeader("City").place).toBeUndefined();
    expect(readHeader("ADDRESS_CITY").place).toBeUndefined();
    expect(readHeader("residentialAddress.city").place).toBe("residence");
    expect(readHeader("Residential City").place).toBe("residence");
  });

  it("of JSON is read by its keys", () => {
    expect(readHeader("", ["borrower", "firstName"])).toMatchObject({
      item: "firstName",
      whose: "applicant",
    });
    expect(readHeader("", ["address", "zip"])).toMatchObject({
      item: "zip",
      place: "property",
      certainty: "named",
    });
  });

  it.each([
    [["Mobile", "Phone", "Home Phone", "Work Phone", "Alternate Phone"]],
    [["Cell", "Primary Phone", "Evening Phone", "Day Phone", "Phone 2"]],
    [["CPHONE", "Ph", "HPHONE", "W Ph"]],
    [["mphone", "phone", "ephone", "dphone"]],
    [["Primary Email", "Email", "Work Email", "Secondary Email"]],
    [["Purpose of Refinance", "Loan Purpose", "Use of Funds", "Loan Type"]],
    [["Cash Out Purpose", "Loan Purpose"]],
  ])("goes by rank among %j", (headers) => {
    const ranks = headers.map((header) => readHeader(header).rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it("is what stands behind the number of a question, and beside what a form puts in", () => {
    expect(readHeader("3. First name")).toMatchObject({ item: "firstName", certainty: "certain" });
    expect(readHeader("Q2: Last name")).toMatchObject({ item: "lastName", certainty: "certain" });
    expect(readHeader("Q5: Street address of the home you own").item).toBe("street");
    for (const header of [
      "3._first_name",
      "3.First name",
      "q3:_first_name",
      "Q3 First name",
      "03_first_name",
    ])
      expect(readHeader(header), header).toMatchObject({ item: "firstName", certainty: "certain" });
    expect(readHeader("And your *last name*, {{field:first}}?")).toMatchObject({
      item: "lastName",
      rest: [],
    });
  });

  it.each([
    ["Borrower First Name [4000]", "Borrower First Name"],
    ["Subject Property Street [URLA.X73]", "Subject Property Street"],
    ["Borr Present Zip (FR0108)", "Borr Present Zip"],
    ["Occupancy (1811)", "Occupancy"],
  ])("is its label without the number of a field behind it: %s", (header, label) => {
    expect(readHeader(header)).toEqual(readHeader(label));
    expect(readHeader(header).certainty).toBe("certain");
  });

  it("keeps a number that is none of a question", () => {
    expect(readHeader("Address 2").item).toBe("street2");
    expect(readHeader("address_2").item).toBe("street2");
    expect(readHeader("street2").item).toBe("street2");
    expect(readHeader("borrower_1_first_name")).toMatchObject({ whose: "applicant", certainty: "certain" });
    expect(readHeader("borrower_2_first_name").whose).toBe("co-applicant");
    expect(readHeader("2 Borrower First Name").rest).toEqual(["2"]);
    expect(readHeader("2nd_home").item).toBe("propertyUsage");
    expect(readHeader("4 years liabilities").certainty).toBe("certain");
  });

  it.each(
    list(
      "Owner Occupied | Owner-Occupied? | Owner Occ (Y/N) | Is the property owner occupied? | Do you live there? | Do you currently live in the home?",
      "Will you live there? | ¿Vive ahí? | ¿Vive en la propiedad? | Is this your primary residence? | Primary Residence? | Ocupada por el propietario",
    ),
  )("asks for the home of the applicant: %s", (header) => {
    expect(readHeader(header).yes).toBe("primaryResidence");
  });

  it.each(
    list(
      "NOO? | Non-Owner Occupied | Not owner occupied | Did you live there? | Do you own a primary residence? | Is the property residential? | Property Usage",
      "Is this a primary residence, second home or investment? | Is someone living in the home? | Is there a residence on the property? | Rental? | Tenant or owner occupied",
    ),
  )("does not ask by yes or no for one usage: %s", (header) => {
    expect(readHeader(header).yes).toBeUndefined();
  });

  it("has its part of an address behind a remark about another one", () => {
    const parts = [
      ["Street Address", "street"],
      ["City", "city"],
      ["State / Province", "state"],
      ["Postal / Zip Code", "zip"],
    ];
    for (const [part, item] of parts) {
      const certain = { item, certainty: "certain" };
      for (const owner of [
        "Current Home Address (if different):",
        "Home Address (if different from property) -",
        "Home Address if different from the subject property:",
      ])
        expect(readHeader(`${owner} ${part}`), owner).toMatchObject({ ...certain, place: "residence" });
      expect(readHeader(`Mailing Address (if different): ${part}`)).toMatchObject({
        ...certain,
        place: "mailing",
      });
      expect(readHeader(`Home Address - ${part} (if different)`)).toMatchObject({
        ...certain,
        place: "residence",
      });
    }
  });

  it("tells the words that it does not understand", () => {
    expect(readHeader("Preferred Blue Email").rest).toEqual(["blue"]);
    expect(readHeader("Listed for sale in last 12 months").rest).toEqual(["12", "months"]);
  });
});

/** Words that mean the same wherever they stand: no numbers, and none that are part of a longer text. */
const LOOSE_WORDS = [
  "property",
  "street",
  "city",
  "zip",
  "county",
  "borrower",
  "email",
  "name",
  "applicant",
  "collateral",
];

describe("the reading of headers", () => {
  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (header) => {
        const { rank, rest } = readHeader(header);
        return rank >= 0 && rest.length <= 40;
      }),
    );
  });

  it("takes long texts of its own words in good time", () => {
    const words = [...TAG_BY_PHRASE.keys()];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 300 }), (chosen) => {
        readHeader(chosen.join(" "));
        readHeader(chosen.join(""));
        readHeader(`(${chosen.join("(")}`);
        return true;
      }),
      { numRuns: 30 },
    );
  }, 5_000);

  it("does not go by order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(LOOSE_WORDS, { minLength: 1 }), (words) => {
        expect(shown(readHeader(words.join(" ")))).toBe(shown(readHeader([...words].sort().join(" "))));
      }),
    );
  });

  it.each(Object.keys(HEADERS))("does not go by case and punctuation: %s", (meaning) => {
    for (const header of HEADERS[meaning] ?? []) {
      const spaced = header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
      const forms = [` ${header} : `, spaced.toUpperCase(), spaced.toLowerCase().replaceAll(" ", "_")];
      expect(forms.map((form) => [form, shown(readHeader(form))])).toEqual(
        forms.map((form) => [form, meaning]),
      );
    }
  });
});

describe("the vocabulary", () => {
  it("is written as headers are read", () => {
    for (const phrase of TAG_BY_PHRASE.keys()) {
      expect(phrase).toMatch(/^[a-z\d#]+(?: [a-z\d#]+)*$/);
    }
  });

  it("has no word under two tags", () => {
    const count = Object.values(WORDS).reduce((sum, phrases) => sum + phrases.length, 0);
    expect(count).toBe(TAG_BY_PHRASE.size);
  });
});
