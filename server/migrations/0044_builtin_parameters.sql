-- The product's own parameters are read often, beside any number of those that administrators add.
create index base_parameters__builtin on base_parameters (company_id) where builtin;
