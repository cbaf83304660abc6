-- For meeting links of the company's visits: a template with {random}, or fixed links, one a line.
alter table companies add column link_template text;
